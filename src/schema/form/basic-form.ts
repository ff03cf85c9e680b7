import type { JsonObject } from '../../protocol/json.js';
import type { FormSchema } from './form-schema.js';

/**
 * The form as 2025-06-18 knows it: titles of choices beside them, defaults of booleans only. Lists of
 * choices do not exist there; the names of such fields are `impossible`.
 */
export function toBasicForm(form: FormSchema): {
  readonly form: FormSchema;
  readonly impossible: readonly string[];
} {
  const fields = Object.entries(form.properties);
  return {
    form: {
      ...form,
      properties: Object.fromEntries(fields.map(([name, field]) => [name, basicField(field)])),
    },
    impossible: fields.filter(([, { type }]) => type === 'array').map(([name]) => name),
  };
}

function basicField({ oneOf, default: preset, ...field }: JsonObject): JsonObject {
  const choices = oneOf as readonly { const: string; title: string }[] | undefined;
  return {
    ...field,
    ...(choices && {
      enum: choices.map((choice) => choice.const),
      enumNames: choices.map((choice) => choice.title),
    }),
    ...(typeof preset === 'boolean' && { default: preset }),
  };
}
