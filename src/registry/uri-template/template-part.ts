/** RFC 6570 section 2.2; the empty string is simple expansion. */
export type Operator = '' | '+' | '#' | '.' | '/' | ';' | '?' | '&';

export interface TemplateVariable {
  readonly name: string;
  readonly explode: boolean;
  readonly prefix: number | undefined;
}

export interface LiteralPart {
  readonly kind: 'literal';
  readonly text: string;
  readonly position: number;
}

export interface ExpressionPart {
  readonly kind: 'expression';
  readonly operator: Operator;
  readonly variables: readonly TemplateVariable[];
  readonly position: number;
}

export type TemplatePart = LiteralPart | ExpressionPart;
