import { SKILLS_EXTENSION } from '../../protocol/extension-id.js';
import type { JsonObject } from '../../protocol/json.js';
import { projectMembers } from '../../protocol/project-members.js';
import { invalidParams } from '../../protocol/protocol-errors.js';
import type { SkillLibrary } from '../../skills/skill-library.js';
import type { ActiveCall } from '../active-call.js';
import { ListPages } from '../list-pages.js';
import type { MethodHandler } from '../method-handler.interface.js';
import type { PreparedResult } from '../prepared-result.js';
import { readString } from '../read-params.js';
import type { ResultEncoder } from '../result-encoder.js';

/** Lists what stands in a folder of skills, but not what is in the folders there (SEP-2640, Directory Listing). */
export class ResourcesDirectoryReadHandler implements MethodHandler {
  readonly method = 'resources/directory/read';
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
    this.pages = new ListPages(this.method, 'resources', encoder, pageSize);
  }

  check(params: JsonObject): void {
    readString(params, 'uri', this.method);
  }

  async handle(call: ActiveCall): Promise<PreparedResult> {
    const { params, context, pageSize, isRetry } = call;
    const { revision, principalKey } = context;
    const uri = readString(params, 'uri', this.method);
    const children = (await this.library.refresh()).findChildren(uri);
    if (children === undefined) throw invalidParams(`Not a directory: ${uri}`, { uri });
    const request = {
      revision,
      cursor: params.cursor,
      principalKey,
      audience: undefined,
      hint: this.encoder.hintFor(this.method, revision, { isRetry }),
      pageSize,
    };
    return this.pages.write(
      request,
      children.map((child) => ({
        key: child.uri,
        value: projectMembers(child, 'resource', revision),
      })),
    );
  }
}
