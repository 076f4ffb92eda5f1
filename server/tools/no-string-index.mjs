import ts from 'typescript'

/**
 * Forbids `record[name]` and `name in record` for any string: a name from outside could reach inherited
 * `constructor` or `__proto__`.
 */
export const noStringIndex = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      index: 'This name may be that of an inherited property: use a Map, or getOwn() of #domain/get-own.',
    },
  },
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices
    const check = (key, node) => {
      if (isAnyString(getTypeAtLocation(key))) context.report({ node, messageId: 'index' })
    }
    return {
      'MemberExpression[computed=true]': (node) => check(node.property, node),
      'ObjectPattern > Property[computed=true]': (node) => check(node.key, node),
      'BinaryExpression[operator="in"]': (node) => check(node.left, node),
    }
  },
}

const ANY_STRING = ts.TypeFlags.String | ts.TypeFlags.Any | ts.TypeFlags.Unknown

const isAnyString = (type) =>
  (type.flags & ANY_STRING) !== 0 || (type.isUnionOrIntersection() && type.types.some(isAnyString))
