import type { Operator } from './template-part.js';

export interface OperatorRules {
  readonly lead: string;
  readonly separator: string;
  /** Written as `name=value`, so matched by name: in any order, each one optional. */
  readonly named: boolean;
  /** What stands after the name of an empty value. */
  readonly ifEmpty: string;
  readonly keepsReserved: boolean;
  /** The value is (part of) one path segment: no slash in it, no `.` or `..`. */
  readonly isSegment: boolean;
}

const SEGMENT = { named: false, ifEmpty: '', keepsReserved: false, isSegment: true };
const RESERVED = { named: false, ifEmpty: '', keepsReserved: true, isSegment: false };
const QUERY = { named: true, ifEmpty: '=', keepsReserved: false, isSegment: false };

/** RFC 6570 appendix A, with what matching adds to it. */
export const OPERATOR_RULES: Readonly<Record<Operator, OperatorRules>> = {
  '': { lead: '', separator: ',', ...SEGMENT },
  '+': { lead: '', separator: ',', ...RESERVED },
  '#': { lead: '#', separator: ',', ...RESERVED },
  '.': { lead: '.', separator: '.', ...SEGMENT },
  '/': { lead: '/', separator: '/', ...SEGMENT },
  ';': { lead: ';', separator: ';', ...SEGMENT, named: true },
  '?': { lead: '?', separator: '&', ...QUERY },
  '&': { lead: '&', separator: '&', ...QUERY },
};
