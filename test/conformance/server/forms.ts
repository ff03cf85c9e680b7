/** One form for each thing the suite looks at. */
export const CONTACT_FORM = {
  type: 'object',
  properties: {
    username: { type: 'string', description: 'Your name' },
    email: { type: 'string', format: 'email', description: 'Your e-mail address' },
  },
  required: ['username', 'email'],
} as const;

export const PRESET_FORM = {
  type: 'object',
  properties: {
    name: { type: 'string', description: 'A name', default: 'John Doe' },
    age: { type: 'integer', description: 'An age', default: 30 },
    score: { type: 'number', description: 'A score', default: 95.5 },
    status: {
      type: 'string',
      description: 'A status',
      enum: ['active', 'inactive', 'pending'],
      default: 'active',
    },
    verified: { type: 'boolean', description: 'Whether it is verified', default: true },
  },
} as const;

const TITLED = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
] as const;

export const CHOICES_FORM = {
  type: 'object',
  properties: {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: TITLED },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: {
      type: 'array',
      items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    },
    titledMulti: { type: 'array', items: { anyOf: TITLED } },
  },
} as const;

export const NAME_FORM = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
} as const;

export const COLOUR_FORM = {
  type: 'object',
  properties: { color: { type: 'string' } },
  required: ['color'],
} as const;

export const CONSENT_FORM = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
} as const;

export const CONFIRMATION_FORM = {
  type: 'object',
  properties: { confirm: { type: 'boolean' } },
  required: ['confirm'],
} as const;
