/** oxlint plugin: the reads of the clock that the built-in `no-restricted-*` rules cannot express. */
const message = 'Time comes from the injected clock (src/protocol/clock.ts).';

const isGlobalDate = (node) => node.type === 'Identifier' && node.name === 'Date';

export default {
  meta: { name: 'clock' },
  rules: {
    /** Forbids `new Date()` and `Date()`; `new Date(value)` only converts and stays allowed. */
    'no-ambient-date': {
      create: (context) => ({
        NewExpression(node) {
          if (isGlobalDate(node.callee) && node.arguments.length === 0) {
            context.report({ node, message });
          }
        },
        CallExpression(node) {
          if (isGlobalDate(node.callee)) context.report({ node, message });
        },
      }),
    },
  },
};
