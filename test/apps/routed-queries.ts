import { Injectable, UseGuards } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { McpArgs, McpException, McpHeader, McpTool } from 'nest-mcp';
import { z } from 'zod';

export class RackDto {
  @McpHeader('Rack') @IsOptional() @IsString() rack?: string;
}

export class QueryDto {
  @McpHeader('Region') @IsOptional() @IsString() region?: string;
  @McpHeader('Shards') @IsInt() shards: number = 3;
  @McpHeader('Dry-Run') @IsOptional() @IsBoolean() dryRun?: boolean;
  @IsOptional() @ValidateNested() @Type(() => RackDto) target?: RackDto;
}

/** What calls went through besides their tools. */
export const passed: string[] = [];

const noteGuard = {
  canActivate: () => {
    passed.push('guard');
    return true;
  },
};

const Zod = z.object({
  // Without the check of headers an array would become a string here.
  region: z.coerce.string().meta({ 'x-mcp-header': 'Region' }).default('anywhere'),
});

/** Tools whose arguments clients repeat in headers. */
@Injectable()
export class RoutedQueries {
  @McpTool()
  @UseGuards(noteGuard)
  runQuery(query: QueryDto): QueryDto {
    passed.push('tool');
    return query;
  }

  @McpTool({ input: Zod })
  runZodQuery(@McpArgs() query: z.infer<typeof Zod>): object {
    return query;
  }

  @McpTool({
    input: { type: 'object', properties: { id: { type: 'string', 'x-mcp-header': 'Id' } } },
  })
  runJsonQuery(@McpArgs() query: object): object {
    return query;
  }

  @McpTool()
  runSampledQuery(_: QueryDto): never {
    throw new McpException(-32021, 'sampling is needed', {
      requiredCapabilities: { sampling: {} },
    });
  }

  @McpTool()
  runSecretQuery(_: QueryDto): string {
    return 'secret';
  }
}
