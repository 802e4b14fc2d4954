/** Finds what stands below a base path in a request's target; null for a target elsewhere. */
export const below = (basePath: string) => {
  const start = `${basePath}/`
  return (target: string): string | null => (target.startsWith(start) ? target.slice(basePath.length) : null)
}
