import { hostCaller, type Organization } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** How many organizations are listed when one has to be chosen. */
const SHOWN = 20

/** There is no organization, or there are several and none was named. */
export class OrganizationUnclear extends Data.TaggedError("OrganizationUnclear")<{
  readonly among: ReadonlyArray<Organization>
}> {
  override get message(): string {
    if (this.among.length === 0) return "The database has no organization. Create one with `tollgate init`."
    const shown = this.among.slice(0, SHOWN).map(({ id, name }) => `  ${id}  ${name}`)
    const more = this.among.length > SHOWN ? ["  and more"] : []
    return ["The database has several organizations. Name one with --organization <id>.", ...shown, ...more].join("\n")
  }
}

/** The database has no organization with this id. */
export class NoSuchOrganization extends Data.TaggedError("NoSuchOrganization")<{ readonly id: string }> {
  override get message(): string {
    return "The database has no organization with this id. Nothing was changed."
  }
}

const theOnly = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  const among = yield* organizations.list(SHOWN + 1)
  const [only, ...others] = among
  return only !== undefined && others.length === 0 ? only.id : yield* new OrganizationUnclear({ among })
})

/** The organization that a command names, or the only one. A name is not looked up. */
export const namedOrganization = (
  named: Option.Option<string>
): Effect.Effect<string, OrganizationUnclear | Effect.Effect.Error<typeof theOnly>, OrganizationStore> =>
  Option.match(named, { onNone: () => theOnly, onSome: (id) => Effect.succeed(id) })

/** The host as a caller in the organization that a command names, or in the only one. */
export const namedHost = (named: Option.Option<string>) =>
  Effect.flatMap(namedOrganization(named), (id) =>
    Effect.catchTag(hostCaller(id), "OrganizationNotFound", () => new NoSuchOrganization({ id }))
  )
