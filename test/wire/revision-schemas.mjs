import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { definitionsOf, readSchema } from './official-schemas.mjs';

/** Results without members of their own. */
const EMPTY = 'EmptyResult';

/** What one side may send; where that is one type only, it is written out under this name too. */
const ROLE = /^(Client|Server)(Request|Notification|Result)$/;

const compiled = new Map();

/** The schema of a revision, compiled as far as it is used, once per process. */
export function schemasOf(revision) {
  const known = compiled.get(revision);
  if (known !== undefined) return known;
  const schemas = new RevisionSchemas(revision);
  compiled.set(revision, schemas);
  return schemas;
}

/** The types of one revision, and which of them a message must have. */
class RevisionSchemas {
  #validators = new Map();
  #ajv;
  #at;
  #definitions;
  /** Method -> name of its request or notification. */
  #byMethod = new Map();
  /** Code -> name of its error. */
  #byCode = new Map();

  constructor(revision) {
    const schema = withFractions(readSchema(revision));
    const options = { strict: false, allErrors: true };
    const isNew = schema.$schema.includes('2020-12');
    this.#ajv = isNew ? new Ajv2020(options) : new Ajv(options);
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(schema, revision);
    this.#definitions = definitionsOf(schema);
    this.#at = `${revision}#/${isNew ? '$defs' : 'definitions'}`;
    for (const [name, { properties }] of Object.entries(this.#definitions)) {
      const method = properties?.method?.const;
      if (typeof method === 'string' && !ROLE.test(name)) this.#byMethod.set(method, name);
      for (const { properties: error } of properties?.error?.allOf ?? []) {
        const code = error?.code?.const;
        if (typeof code === 'number') this.#byCode.set(code, name);
      }
    }
  }

  has(name) {
    return name in this.#definitions;
  }

  /** Name of the request or notification with this method; `undefined` for those of extensions. */
  typeOf(method) {
    return this.#byMethod.get(method);
  }

  /** Name of the result of a request; `undefined` for those of extensions. */
  resultTypeOf(method) {
    const request = this.#byMethod.get(method);
    if (request === undefined) return undefined;
    const result = request.replace(/Request$/, 'Result');
    return this.has(result) ? result : EMPTY;
  }

  /** Name of an error whose data the revision prescribes. */
  errorTypeOf(code) {
    return this.#byCode.get(code);
  }

  /** Whether a type belongs to a union, such as `ServerRequest`. */
  isIn(union, name) {
    const choices = this.#definitions[union]?.anyOf ?? [];
    return choices.some(({ $ref }) => $ref.endsWith(`/${name}`));
  }

  /** The first of these types that the revision has. */
  firstOf(...names) {
    return names.find((name) => this.has(name));
  }

  /** What is wrong with a value of a type. */
  problems(name, value) {
    let validate = this.#validators.get(name);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `${this.#at}/${name}` });
      this.#validators.set(name, validate);
    }
    if (validate(value)) return [];
    return validate.errors.map(({ instancePath, message, params }) => {
      const allowed = params.allowedValue ?? params.allowedValues;
      return `${name}${instancePath} ${message}${allowed === undefined ? '' : ` (${JSON.stringify(allowed)})`}`;
    });
  }
}

/** `number` of `schema.ts` became `integer` in two releases of the schema files. */
function withFractions(schema) {
  const { NumberSchema } = definitionsOf(schema);
  for (const member of ['minimum', 'maximum', 'default']) {
    const property = NumberSchema?.properties[member];
    if (property?.type === 'integer') property.type = 'number';
  }
  return schema;
}
