import type { Printed } from './read-page.mjs';

export function outputProblem(expected: Printed, output: string): string | undefined;
