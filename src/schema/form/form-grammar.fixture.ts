const ABOUT = { title: { type: 'string' }, description: { type: 'string' } };

const TEXTS = { type: 'array', items: { type: 'string' } };

const TITLED = {
  type: 'array',
  items: {
    type: 'object',
    properties: { const: { type: 'string' }, title: { type: 'string' } },
    required: ['const', 'title'],
    additionalProperties: false,
  },
};

const field = (type: unknown, properties: object, required: readonly string[] = []) => ({
  type: 'object',
  properties: { type, ...ABOUT, ...properties },
  required: ['type', ...required],
  additionalProperties: false,
});

const text = (preset: object) =>
  field(
    { const: 'string' },
    {
      minLength: { type: 'integer' },
      maxLength: { type: 'integer' },
      format: { enum: ['email', 'uri', 'date', 'date-time'] },
      ...preset,
    },
  );

const number = (preset: object) =>
  field(
    { enum: ['number', 'integer'] },
    { minimum: { type: 'number' }, maximum: { type: 'number' }, ...preset },
  );

const BOOLEAN = field({ const: 'boolean' }, { default: { type: 'boolean' } });

const named = (preset: object) =>
  field({ const: 'string' }, { enum: TEXTS, enumNames: TEXTS, ...preset }, ['enum']);

const formOf = (fields: readonly object[]) => ({
  type: 'object',
  properties: {
    type: { const: 'object' },
    properties: { type: 'object', additionalProperties: { anyOf: fields } },
    required: TEXTS,
  },
  required: ['type', 'properties'],
  additionalProperties: false,
});

const WORD = { default: { type: 'string' } };

/** `requestedSchema` of 2025-11-25 and later, strictly: nothing but what the specification names. */
export const FULL_FORM = formOf([
  text(WORD),
  number({ default: { type: 'number' } }),
  BOOLEAN,
  named(WORD),
  field({ const: 'string' }, { oneOf: TITLED, ...WORD }, ['oneOf']),
  field(
    { const: 'array' },
    {
      minItems: { type: 'integer' },
      maxItems: { type: 'integer' },
      items: {
        anyOf: [
          {
            type: 'object',
            properties: { type: { const: 'string' }, enum: TEXTS },
            required: ['type', 'enum'],
            additionalProperties: false,
          },
          {
            type: 'object',
            properties: { anyOf: TITLED },
            required: ['anyOf'],
            additionalProperties: false,
          },
        ],
      },
      default: TEXTS,
    },
    ['items'],
  ),
]);

/** `requestedSchema` of 2025-06-18, strictly. */
export const BASIC_FORM = formOf([text({}), number({}), BOOLEAN, named({})]);
