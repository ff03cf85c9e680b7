import { Injectable } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsBoolean, IsInt, IsOptional, IsString, ValidateNested } from 'class-validator';
import { McpTool } from 'nest-mcp';

class AddressDto {
  @IsString()
  city!: string;
}

class PersonDto {
  @IsString()
  name!: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => AddressDto)
  address?: AddressDto;
}

/** Its transform fails on its own result, so a second run shows. */
class TagsDto {
  @Transform(({ value }: { value: string }) => value.split(','))
  @IsArray()
  @IsString({ each: true })
  tags!: string[];
}

class PageDto {
  @IsInt()
  page!: number;

  @IsOptional()
  @IsBoolean()
  all?: boolean;
}

/** Tools that show what reached them. */
@Injectable()
export class ValidatedTools {
  @McpTool()
  person(input: PersonDto): object {
    return {
      input,
      isInstance: input instanceof PersonDto,
      ...(input.address && { isNestedInstance: input.address instanceof AddressDto }),
    };
  }

  @McpTool()
  tags(input: TagsDto): object {
    return input;
  }

  @McpTool()
  page(input: PageDto): object {
    return { ...input, type: typeof input.page };
  }
}
