// The changes to steps of effects: a guard, a finalizer or a time limit is left out.

const steps =
  /^(uninterruptible|interruptible|timeout|ensuring|on(Interrupt|Exit|Error)|tap|catch|retry|orDie|mapError|withSpan|filterOrFail|when|unless|acquire|locally|zip)/

const nameOf = (callee) => (callee.type === "MemberExpression" ? callee.property.name : callee.name)

/** The name of the step, for `Effect.orDie` and for `Effect.tap(f)`. */
const stepName = ({ callee, property, type }) =>
  type === "CallExpression" ? nameOf(callee) : type === "MemberExpression" ? property.name : undefined

const isStep = (node) => steps.test(stepName(node) ?? "")

/** `x.pipe(f, g)` and `pipe(x, f, g)` without one of their steps. */
const leaveOut = (given) =>
  given.filter(isStep).map(({ end, start }) => ({ start, end, to: "((unchanged) => unchanged)" }))

/** `Effect.uninterruptible(x)` becomes `x`, and so does `Effect.tap(x, f)`. */
const unwrap = (code, { arguments: given, callee, end, start }) => {
  const name = nameOf(callee)
  if (
    callee.type !== "MemberExpression" ||
    callee.object.type !== "Identifier" ||
    !isStep({ type: "MemberExpression", ...callee })
  )
    return []
  // With one argument, these are steps of a pipe; only these take the effect alone.
  if (given.length === 1 && !/^(un)?interruptible$|^orDie$/.test(name)) return []
  const kept = name === "zipRight" ? given.at(-1) : given[0]
  return kept === undefined ? [] : [{ start, end, to: `(${code.slice(kept.start, kept.end)})` }]
}

export const effectChanges = (code, node) => {
  if (node.type !== "CallExpression") return []
  const name = nameOf(node.callee)
  if (name !== "pipe") return unwrap(code, node)
  return leaveOut(node.callee.type === "MemberExpression" ? node.arguments : node.arguments.slice(1))
}
