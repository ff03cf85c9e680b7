import type { Logger } from '@nestjs/common';
import { isJsonObject } from '../../protocol/json.js';
import { McpConfigurationError } from '../../protocol/mcp-configuration.error.js';
import { compileSchema } from '../../schema/compile-schema.js';
import type { CompiledSchema } from '../../schema/compiled-schema.interface.js';
import { describeIssues } from '../../schema/describe-issues.js';
import type { FormSchema } from '../../schema/form/form-schema.js';
import { toFormSchema } from '../../schema/form/form-schema.js';
import { secretFields } from '../../schema/form/secret-fields.js';
import type { SchemaSource } from '../../schema/schema-source.js';
import { canonicalJson } from '../request-state/canonical-json.js';
import { InvalidAnswerError } from './input-request.interface.js';

/** What happens to a form that asks for something that looks like a secret. */
export type SecretFieldsPolicy = 'warn' | 'refuse' | 'allow';

/** Forms written where they are used are new objects in every call; so many are remembered. */
const REMEMBERED_FORMS = 256;

/** A form, ready to be shown and to judge what was filled in. */
export class ElicitationForm {
  constructor(
    readonly schema: FormSchema,
    private readonly compiled: CompiledSchema,
  ) {}

  /**
   * What was filled in, as the schema's author wants it. Fields that were not asked for are dropped.
   *
   * @throws InvalidAnswerError naming the fields that do not fit
   */
  async read(content: unknown): Promise<unknown> {
    if (!isJsonObject(content)) throw new InvalidAnswerError('has no content');
    const asked = Object.entries(content).filter(([name]) =>
      Object.hasOwn(this.schema.properties, name),
    );
    const outcome = await this.compiled.validate(Object.fromEntries(asked));
    if (outcome.ok) return outcome.value;
    throw new InvalidAnswerError(`does not fit the form: ${describeIssues(outcome.issues)}`);
  }
}

/** Makes forms of DTO classes, Standard Schemas and JSON Schemas, each once. */
export class ElicitationForms {
  private readonly bySource = new WeakMap<object, Promise<ElicitationForm>>();
  private readonly byText = new Map<string, Promise<ElicitationForm>>();
  private readonly warned = new Set<string>();

  constructor(
    private readonly secrets: SecretFieldsPolicy,
    private readonly logger: Logger,
  ) {}

  /**
   * @param where names the caller in errors
   * @throws McpConfigurationError for a schema no form can show, or one that asks for a secret where
   *   the option `secretFormFields` is `refuse`
   */
  async get(source: SchemaSource, where: string): Promise<ElicitationForm> {
    // An import cycle gives `undefined`, whatever the types say.
    if (!isHeld(source)) return this.make(source, where);
    const known = this.bySource.get(source);
    if (known !== undefined) return known;
    const text = textOf(source);
    const form = text === undefined ? this.make(source, where) : this.remember(text, source, where);
    this.bySource.set(source, form);
    return form;
  }

  private remember(text: string, source: SchemaSource, where: string): Promise<ElicitationForm> {
    const form = this.byText.get(text) ?? this.make(source, where);
    this.byText.delete(text);
    this.byText.set(text, form);
    const [oldest] = this.byText.keys();
    if (this.byText.size > REMEMBERED_FORMS && oldest !== undefined) this.byText.delete(oldest);
    return form;
  }

  private async make(source: SchemaSource, where: string): Promise<ElicitationForm> {
    const compiled = await compileSchema(source, { role: 'input', where });
    const schema = toFormSchema(compiled.json, where);
    this.checkSecrets(schema, where);
    return new ElicitationForm(schema, compiled);
  }

  /** A form passes through the client and its model (2025-06-18 and later, Elicitation). */
  private checkSecrets(schema: FormSchema, where: string): void {
    const secrets = secretFields(schema).join(', ');
    if (secrets === '' || this.secrets === 'allow') return;
    const text =
      `${where} asks for ${secrets}: forms must not ask for secrets; use ctx.elicitUrl(), or set ` +
      'the option secretFormFields';
    if (this.secrets === 'refuse') throw new McpConfigurationError(text);
    if (this.warned.has(secrets) || this.warned.size >= REMEMBERED_FORMS) return;
    this.warned.add(secrets);
    this.logger.warn(`${text}. Said once for these fields.`);
  }
}

const isHeld = (source: unknown): source is object =>
  (typeof source === 'object' && source !== null) || typeof source === 'function';

/** The text of a JSON Schema; other schemas are known by their identity. */
function textOf(source: object): string | undefined {
  if (typeof source === 'function' || '~standard' in source) return undefined;
  try {
    return canonicalJson(source);
  } catch {
    // Compiling it says what is wrong.
    return undefined;
  }
}
