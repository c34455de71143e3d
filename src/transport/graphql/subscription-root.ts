import {
  type ASTVisitor,
  GraphQLError,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** Conditions under which the root of a subscription could turn out to be empty. */
const CONDITIONS: ReadonlySet<string> = new Set(['skip', 'include']);

/**
 * Refuses subscriptions whose root field may be left out: what there would be nothing to wait for is refused before it runs
 * (GraphQL specification, section 5.2.4.1).
 */
export function unconditionalSubscription(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition({ operation, selectionSet }) {
      if (operation !== OperationTypeNode.SUBSCRIPTION || !isConditional(selectionSet, context, new Set())) return;
      const message = 'The field of a subscription takes no @skip and no @include.';
      context.reportError(new GraphQLError(message, { nodes: [selectionSet] }));
    },
  };
}

function isConditional(set: SelectionSetNode, context: ValidationContext, spread: Set<string>): boolean {
  return set.selections.some((selection) => {
    if (selection.directives?.some(({ name }) => CONDITIONS.has(name.value))) return true;
    if (selection.kind === Kind.INLINE_FRAGMENT) return isConditional(selection.selectionSet, context, spread);
    if (selection.kind === Kind.FIELD || spread.has(selection.name.value)) return false;
    spread.add(selection.name.value);
    const fragment = context.getFragment(selection.name.value);
    return fragment ? isConditional(fragment.selectionSet, context, spread) : false;
  });
}
