const STREAMED = [1, 'checked in', undefined];

/** What a conversation comes to in every shape. */
export const EXPECTED = {
  legacy: {
    statuses: [200, 202, 200, 204, 404],
    plain: 'the greeting',
    streamed: STREAMED,
    push: 7,
    rest: undefined,
  },
  modern: { plain: 'the greeting', streamed: STREAMED },
  besides: {
    malformed: [400, -32700],
    put: [405, 'GET, POST, DELETE'],
    near: { status: 404, isOurs: false },
  },
  rest: { status: 200, text: 'the greeting' },
};
