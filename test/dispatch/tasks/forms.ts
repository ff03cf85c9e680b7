/** A form with one text. */
export const TEXT_FORM = {
  type: 'object',
  properties: { text: { type: 'string' } },
  required: ['text'],
} as const;
