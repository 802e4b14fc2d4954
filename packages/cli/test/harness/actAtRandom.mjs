/** A number from 0 to below 1, the same sequence for the same seed (mulberry32). */
const seeded = (from) => {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const page = { limit: 100 }
const slugs = ["one", "two", "three", "four", "five", "six"]

/** Many callers at once, each with a sequence of random acts on the objects of one organization. Returns what they came to. */
export const actAtRandom = async (gate, given) => {
  const { organization, callers, acts, seed, codes, verifier, workspaces, guardrails, users, keys, first } = given
  const account = gate.asOrganization(organization)

  /** What was acknowledged, by what; and how often each refusal was the answer. */
  const done = { created: [], deleted: [], recorded: {}, exchanged: [], unequal: [], outcomes: {} }
  const known = [...keys, first]

  const actsOf = (draw) => {
    const pick = (list) => list[Math.floor(draw() * list.length)]
    const some = () => [...users].sort(() => draw() - 0.5).slice(0, 1 + Math.floor(draw() * users.length))
    const place = () => ({ workspace_id: pick(workspaces) })
    const create = async (input) => {
      const { data } = await account.keys.create({ name: `Key ${draw()}`, ...place(), ...input })
      done.created.push(data.hash)
      known.push(data.hash)
    }
    const remove = async (hash) => {
      await account.keys.delete(hash)
      done.deleted.push(hash)
    }
    const record = async (hash) => {
      await account.keys.recordUsage(hash, { usage: 1 })
      done.recorded[hash] = (done.recorded[hash] ?? 0) + 1
    }
    const exchange = async (code) => {
      const { key } = await account.oauth.exchangeCode({ code, code_verifier: verifier })
      done.exchanged.push(code)
      await gate.authenticate(key)
    }
    const count = async (list) => {
      const { data, total_count } = await list
      if (data.length !== Math.min(total_count, page.limit)) done.unequal.push([data.length, total_count])
    }
    return [
      () => create({}),
      () => create({ limit: 5 }),
      () => create({ management: true }),
      () => remove(pick(known)),
      () => remove(pick(known.slice(-5))),
      () => account.keys.update(pick(known), { name: `Renamed ${draw()}` }),
      () => account.keys.update(pick(known), { disabled: true }),
      () => account.keys.update(pick(known), { disabled: false }),
      () => record(pick(keys)),
      () => record(pick(keys)),
      () => count(account.keys.list({ ...page, include_disabled: true })),
      () => count(account.keys.list({ ...page, ...place(), include_disabled: false })),
      () => account.guardrails.assignMembers(pick(guardrails), { member_user_ids: some() }),
      () => account.guardrails.assignMembers(pick(guardrails), { member_user_ids: some().reverse() }),
      () => account.guardrails.unassignMembers(pick(guardrails), { member_user_ids: some() }),
      () => account.guardrails.update(pick(guardrails), { name: `Guardrail ${draw()}`, description: "Changed" }),
      async () => account.guardrails.delete((await account.guardrails.create({ name: "Short", ...place() })).id),
      () => count(account.guardrails.listMembers(pick(guardrails), page)),
      () => account.organization.addMember({ user_id: `user ${draw()}`, role: "member" }),
      () => account.workspaces.addMembers(pick(workspaces), { user_ids: some() }),
      () => account.workspaces.create({ name: "Workspace", slug: pick(slugs) }),
      () => account.presets.create({ name: "Preset", slug: pick(slugs), ...place() }),
      () => account.byok.create({ provider: "openai", key: "secret", ...place() }),
      async () =>
        account.byok.delete((await account.byok.create({ provider: "openai", key: "secret", ...place() })).id),
      () => exchange(pick(codes)),
      () => exchange(pick(codes))
    ]
  }

  const caller = async (_, index) => {
    const draw = seeded(seed * 1_000 + index)
    const all = actsOf(draw)
    for (let n = 0; n < acts; n++) {
      const outcome = await all[Math.floor(draw() * all.length)]().then(
        () => "done",
        (refusal) =>
          refusal._tag === "StorageFailure" ? `StorageFailure ${refusal.cause}` : (refusal._tag ?? String(refusal))
      )
      done.outcomes[outcome] = (done.outcomes[outcome] ?? 0) + 1
    }
  }

  await Promise.all(Array.from({ length: callers }, caller))
  return done
}
