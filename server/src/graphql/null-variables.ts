// A rule of validation: no variable is null where its argument takes no null.
import {
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { refusal } from './refusal.ts';

/**
 * The rules of the package let such a variable pass where there is a default. The query would then fail while it runs, once more in each object
 * that has the argument: types of the schema can be asked for by the thousand.
 */
export function nullVariablesRule(chosen: OperationDefinitionNode, sent: Record<string, unknown>): ValidationRule {
  const { variableDefinitions = [] } = chosen;
  const nulls = variableDefinitions
    .filter(({ variable: { name }, defaultValue }) =>
      Object.hasOwn(sent, name.value) ? sent[name.value] === null : defaultValue?.kind === Kind.NULL,
    )
    .map(({ variable }) => variable.name.value);
  return (context: ValidationContext) => ({
    OperationDefinition(operation) {
      if (operation !== chosen || nulls.length === 0) return;
      for (const { node, type } of context.getRecursiveVariableUsages(operation)) {
        const name = node.name.value;
        if (isNonNullType(type) && nulls.includes(name))
          context.reportError(refusal(`The variable "$${name}" is null, which "${String(type)}" is not.`, node));
      }
    },
  });
}
