import type { Account, ApiKey } from "@tollgate/client"

/** A guardrail that binds a key, and whether it is assigned to the key or to its user. */
export interface Bound {
  readonly id: string
  readonly name: string
  readonly by: "key" | "user"
}

const PAGE = 100

/** The most pages of assignments that are searched. */
const MAX_PAGES = 10

/** The first row of a list that matches. */
const findIn = async <A>(
  list: (page: { readonly limit: number; readonly offset: number }) => Promise<{
    readonly data: ReadonlyArray<A>
    readonly total_count: number
  }>,
  isIt: (row: A) => boolean
): Promise<A | undefined> => {
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data, total_count } = await list({ limit: PAGE, offset: page * PAGE })
    const found = data.find(isIt)
    if (found !== undefined || (page + 1) * PAGE >= total_count) return found
  }
  return undefined
}

/** The guardrails that bind a key: its own, and that of its user in its workspace. */
export const guardrailsOf = async (
  account: Account,
  key: Pick<ApiKey, "hash" | "creator_user_id" | "workspace_id">,
  signal: AbortSignal
): Promise<ReadonlyArray<Bound>> => {
  const { data: guardrails } = await account.guardrails.list(
    { workspace_id: key.workspace_id, limit: PAGE },
    { signal }
  )
  const nameOf = (id: string) => guardrails.find((guardrail) => guardrail.id === id)?.name
  const [own, user] = await Promise.all([
    findIn(
      (page) => account.guardrails.listAllKeys(page, { signal }),
      ({ key_hash }) => key_hash === key.hash
    ),
    findIn(
      (page) => account.guardrails.listAllMembers(page, { signal }),
      ({ guardrail_id, user_id }) => user_id === key.creator_user_id && nameOf(guardrail_id) !== undefined
    )
  ])
  return [
    ...(own === undefined
      ? []
      : [{ id: own.guardrail_id, name: nameOf(own.guardrail_id) ?? "Guardrail", by: "key" as const }]),
    ...(user === undefined
      ? []
      : [{ id: user.guardrail_id, name: nameOf(user.guardrail_id) ?? "Guardrail", by: "user" as const }])
  ]
}
