/** Calls `visit` with each node of an ESTree, in the order of the text. */
export const walk = (node, visit) => {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child?.type === "string") walk(child, visit)
    }
  }
}
