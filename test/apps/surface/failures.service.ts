import { Injectable } from '@nestjs/common';
import { IsIn } from 'class-validator';
import { McpPrompt, McpResource, McpTool } from 'nest-mcp';
import type { ThrownKind } from './thrown.js';
import { thrown, THROWN_KINDS } from './thrown.js';

class FailureDto {
  @IsIn(THROWN_KINDS)
  kind!: ThrownKind;
}

/** A tool, a resource and a prompt that throw whatever they are told to. */
@Injectable()
export class FailuresService {
  @McpTool()
  failTool({ kind }: FailureDto): never {
    throw thrown(kind);
  }

  @McpResource({ uriTemplate: 'surface://failures/{kind}' })
  failResource({ kind }: FailureDto): never {
    throw thrown(kind);
  }

  @McpPrompt()
  failPrompt({ kind }: FailureDto): never {
    throw thrown(kind);
  }
}
