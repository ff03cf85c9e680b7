import { SKILLS_EXTENSION } from '../../protocol/extension-id.js';
import type { SkillLibrary } from '../../skills/skill-library.js';
import type { ActiveCall } from '../active-call.js';
import { ListPages } from '../list-pages.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { PreparedResult } from '../prepared-result.js';
import type { ResultEncoder } from '../result-encoder.js';

/** Lists every skill, with the digests of its files (SEP-2640, Enumeration). */
export class SkillsListHandler implements MethodHandler {
  readonly method = 'skills/list';
  readonly access = 'read';
  readonly runs = 'slot';
  readonly capability = 'resources';
  readonly extension = SKILLS_EXTENSION;
  private readonly pages: ListPages;

  constructor(
    private readonly library: SkillLibrary,
    private readonly encoder: ResultEncoder,
    pageSize: number | undefined,
  ) {
    this.pages = new ListPages(this.method, 'skills', encoder, pageSize);
  }

  async handle(call: ActiveCall): Promise<PreparedResult> {
    const { params, context, pageSize, isRetry } = call;
    const { revision, principalKey } = context;
    const { skills, version } = await this.library.refresh();
    const request = {
      revision,
      cursor: params.cursor,
      principalKey,
      audience: '',
      hint: this.encoder.hintFor(this.method, revision, { isRetry }),
      pageSize,
    };
    return (
      this.pages.find(request, version) ??
      this.pages.write(
        request,
        skills.map((skill) => ({ key: skill.uri, value: { ...skill } })),
        version,
      )
    );
  }
}
