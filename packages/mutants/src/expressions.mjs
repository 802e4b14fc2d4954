// The changes to operators, conditions, constants and statements. A change replaces `code.slice(start, end)` by `to`.

const binary = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*"
}
const methods = { some: "every", every: "some", min: "max", max: "min", startsWith: "endsWith", endsWith: "startsWith" }
const statements = ["YieldExpression", "AwaitExpression", "CallExpression", "AssignmentExpression", "UpdateExpression"]

const isText = ({ type, value }) => type === "TemplateLiteral" || (type === "Literal" && typeof value === "string")

const replaceOperator = (code, { left, right }, from, to) => {
  const start = code.indexOf(from, left.end)
  return start < 0 || start >= right.start ? [] : [{ start, end: start + from.length, to }]
}

const negate = (code, test) => {
  const { argument, end, operator, start, type } = test
  if (type === "BinaryExpression" && /^[!=]==$/.test(operator)) return []
  if (type === "UnaryExpression" && operator === "!")
    return [{ start, end, to: code.slice(argument.start, argument.end) }]
  return [{ start, end, to: `!(${code.slice(start, end)})` }]
}

const constant = (code, { end, start, value }) => {
  // The compiler writes `void 0` for undefined.
  if (code.slice(0, start).endsWith("void ")) return []
  if (typeof value === "boolean") return [{ start, end, to: String(!value) }]
  if (typeof value === "number") return [{ start, end, to: String(value + 1) }]
  return []
}

/** `a?.b` becomes `a.b`, and `a?.[b]` becomes `a[b]`. */
const requirePresence = (code, { type, ...node }) => {
  if (!node.optional) return []
  const start = code.indexOf("?.", (node.object ?? node.callee).end)
  return [{ start, end: start + 2, to: type === "MemberExpression" && !node.computed ? "." : "" }]
}

const member = ({ computed, property }) =>
  !computed && Object.hasOwn(methods, property.name)
    ? [{ start: property.start, end: property.end, to: methods[property.name] }]
    : []

const rules = {
  BinaryExpression: (code, node) =>
    !(node.operator in binary) || (node.operator === "+" && (isText(node.left) || isText(node.right)))
      ? []
      : replaceOperator(code, node, node.operator, binary[node.operator]),
  LogicalExpression: (code, node) =>
    node.operator === "??"
      ? [{ start: node.start, end: node.end, to: `(${code.slice(node.left.start, node.left.end)})` }]
      : replaceOperator(code, node, node.operator, node.operator === "&&" ? "||" : "&&"),
  IfStatement: (code, { test }) => negate(code, test),
  ConditionalExpression: (code, { test }) => negate(code, test),
  WhileStatement: (code, { test }) => negate(code, test),
  Literal: constant,
  MemberExpression: (code, node) => [...member(node), ...requirePresence(code, node)],
  CallExpression: requirePresence,
  ExpressionStatement: (_, { end, expression, start }) =>
    statements.includes(expression.type) && expression.callee?.type !== "Super" ? [{ start, end, to: ";" }] : []
}

export const expressionChanges = (code, node) => rules[node.type]?.(code, node) ?? []
