import { SKILLS_EXTENSION } from '../../protocol/extension-id.js';
import type { JsonObject } from '../../protocol/json.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { SkillLibrary } from '../../skills/skill-library.js';
import type { ActiveCall } from '../active-call.js';
import type { MethodHandler } from '../method-handler.interface.js';
import { readString } from '../read-params.js';

/** Gives one skill by the URI of its `SKILL.md` (SEP-2640, Retrieval). */
export class SkillsGetHandler implements MethodHandler {
  readonly method = 'skills/get';
  readonly access = 'read';
  readonly runs = 'slot';
  readonly capability = 'resources';
  readonly extension = SKILLS_EXTENSION;

  constructor(private readonly library: SkillLibrary) {}

  check(params: JsonObject): void {
    readString(params, 'uri', this.method);
  }

  async handle({ params }: ActiveCall): Promise<JsonObject> {
    const uri = readString(params, 'uri', this.method);
    const skill = (await this.library.refresh()).findSkill(uri);
    if (skill === undefined) throw invalidParams(`Skill not found: ${uri}`, { uri });
    return { skill };
  }
}
