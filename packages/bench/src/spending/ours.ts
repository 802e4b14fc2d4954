import { Entropy, GuardrailId, KeyHash, OrganizationId, type Services, Usd, UserId, WorkspaceId } from "@tollgate/core"
import {
  type Admission,
  holdIdAt,
  type ScopeRef,
  type ScopeTerms,
  SpendingStore,
  unlimited
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { Round } from "../harness/alternate.js"
import { COST, HELD, KEYS, scopesOf } from "./scopesOf.js"

/** Keeps what a function returns. A gateway has these values as they are: in the records that it has read. */
const kept = <A>(make: (n: number) => A) => {
  const all = new Map<number, A>()
  return (n: number): A => {
    const known = all.get(n)
    if (known !== undefined) return known
    const made = make(n)
    all.set(n, made)
    return made
  }
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`
const organizationOf = kept((n) => OrganizationId.make(uuid(n)))
const workspaceOf = kept((n) => WorkspaceId.make(uuid(n)))
const newHash = (n: number) => KeyHash.make(String(n).padStart(64, "0"))
const hashOf = kept(newHash)
const ada = UserId.make("ada")
/** The organization that has a limit. */
const LIMITED = 999_999
const nano = (amount: bigint) => Usd.Usd.make(amount)
const [held, cost] = [nano(HELD), nano(COST)]

const kinds: ReadonlyArray<ScopeRef["kind"]> = ["key", "guardrail_key", "guardrail_member", "workspace", "organization"]

const guardrailOf = kept((index) => GuardrailId.make(uuid(index)))

const namesOf = (organization: number, key: number, keys: number): ReadonlyArray<ScopeRef> => {
  const numbers = scopesOf(key, keys)
  return kinds.map((kind, index) => ({
    organization_id: organizationOf(organization),
    kind,
    guardrail_id: kind.startsWith("guardrail") ? guardrailOf(index) : null,
    subject: String(numbers[index])
  }))
}

const refsOf = kept((organization) => kept((key) => namesOf(organization, key, KEYS)))

/**
 * The store of spending on a storage: a hold that is charged to five scopes, and its settlement.
 *
 * @param keepsNames Whether the names of a key's scopes stay in memory. So many keys are not all in the memory of a gateway.
 */
export const ours = async <E>(storage: Layer.Layer<Services, E>, keys = KEYS, keepsNames = true) => {
  const runtime = ManagedRuntime.make(storage)
  const store = await runtime.runPromise(SpendingStore)
  const entropy = await runtime.runPromise(Entropy)
  let next = 0
  /** What is asked for to open a hold on the five scopes of a key. The first hold of a scope gives it the terms. */
  const admission = (n: number, organization: number, terms: ScopeTerms): Admission => {
    const now = Date.now()
    const [key, , , workspace] = scopesOf(n, keys)
    const refs = keepsNames ? refsOf(organization)(n % KEYS) : namesOf(organization, n % keys, keys)
    return {
      terms: {
        id: holdIdAt(now, entropy.bytes(10)),
        organization_id: organizationOf(organization),
        workspace_id: workspaceOf(workspace),
        key_hash: keepsNames ? hashOf(key) : newHash(key),
        user_id: ada,
        models: ["acme/writer"],
        provider: null,
        instance: null,
        labels: {},
        asked: held,
        lease_seconds: 600,
        variant: 0
      },
      scopes: refs.map((ref) => ({ ref, terms, version: null })),
      charge: "own",
      plan: [null],
      providers: null,
      now,
      dry_run: false
    }
  }
  const open = (n: number, organization: number, terms: ScopeTerms) => store.admit(admission(n, organization, terms))
  const act = (n: number, organization: number) => {
    const asked = admission(n, organization, unlimited)
    return Effect.flatMap(store.admit(asked), ({ _tag }) => {
      if (_tag !== "Admitted") return Effect.dieMessage(`The answer is ${_tag}.`)
      const settlement = {
        cost,
        is_byok: false,
        credential_id: null,
        model: "acme/writer",
        provider: null,
        basis: null,
        input_tokens: 100,
        output_tokens: 200
      }
      return store.settle(asked.terms, settlement, asked.now)
    })
  }
  return {
    /** `organizationOfKey` says which organization the key of an act belongs to, and `keyOf` which key an act is of. */
    rounds:
      (callers: number, organizationOfKey: (n: number) => number, keyOf = (n: number) => n): Round =>
      (acts) =>
        runtime.runPromise(
          Effect.forEach(
            Array.from({ length: callers }).keys(),
            Effect.fnUntraced(function* (from) {
              for (let done = from; done < acts; done += callers) {
                const n = keyOf(next++)
                yield* act(n, organizationOfKey(n))
              }
            }),
            { concurrency: "unbounded", discard: true }
          )
        ),
    /** How many of `tries` holds at once are admitted in an organization with a limit of as many as are allowed. */
    admitted: async (allowed: number, tries: number) => {
      const limits: ScopeTerms["limits"] = { ...unlimited.limits, lifetime: nano(HELD * BigInt(allowed)) }
      const opened = Array.from({ length: tries }, (_, n) => open(n, LIMITED, { ...unlimited, limits }))
      const answers = await runtime.runPromise(Effect.all(opened, { concurrency: "unbounded" }))
      return answers.filter(({ _tag }) => _tag === "Admitted").length
    },
    /** Opens holds of one key, which stay open. */
    leaveOpen: async (count: number, organization: number) => {
      const opened = Array.from({ length: count }, () => open(0, organization, unlimited))
      await runtime.runPromise(Effect.all(opened, { concurrency: 64, discard: true }))
    },
    /** Deletes settled holds that were opened before an instant. */
    prune: async (before: number) => {
      while ((await runtime.runPromise(store.prune(before))) > 0);
    },
    close: () => runtime.dispose()
  }
}
