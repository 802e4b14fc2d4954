/** Records usage of one key many times at once. Returns from when to when. */
export const recordUsage = async (gate, { organization, hash, count }) => {
  const { keys } = gate.asOrganization(organization)
  const begun = Date.now()
  await Promise.all(Array.from({ length: count }, () => keys.recordUsage(hash, { usage: 1, byok_usage: 0.5 })))
  return { begun, ended: Date.now() }
}
