import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  InternalServerErrorException,
  NotFoundException,
  UnauthorizedException,
  UnprocessableEntityException,
} from '@nestjs/common';
import { McpException, McpToolException } from 'nest-mcp';

/** Must reach no client. */
export const SECRET = 'sk-secret';

const MAKERS = {
  tool: () => new McpToolException('try find_similar'),
  protocol: () => new McpException(1429, 'quota exceeded', { resetsInSeconds: 60 }),
  unsayable: () => new McpException(1429, SECRET, { count: 1n }),
  badRequest: () => new BadRequestException(['a is bad', 'b too']),
  unprocessable: () => new UnprocessableEntityException('no such shelf'),
  unauthorized: () => new UnauthorizedException('who are you?'),
  forbidden: () => new ForbiddenException('sign in'),
  notFound: () => new NotFoundException('no such thing'),
  conflict: () => new ConflictException('changed meanwhile'),
  serverError: () => new InternalServerErrorException(SECRET),
  error: () => new RangeError(SECRET),
  text: () => SECRET,
};

export type ThrownKind = keyof typeof MAKERS;

export const THROWN_KINDS = Object.keys(MAKERS) as ThrownKind[];

/** What a method throws, by kind. */
export const thrown = (kind: ThrownKind): unknown => MAKERS[kind]();
