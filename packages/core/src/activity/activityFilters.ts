import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { optional } from "../schema/fields.js"
import { WorkspaceIdInput } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { Name } from "../values/Name.js"
import { ProviderSlug } from "../values/ProviderSlug.js"
import { readList, writeList } from "../values/queryList.js"
import { queryParam } from "../values/queryParams.js"
import { UserId } from "../values/UserId.js"

/** The most values of a filter. */
const MAX_VALUES = 10

/** The longest text of as many names, each character of which has a backslash before it. */
const MAX_TEXT = MAX_VALUES * (2 * 255 + 1) - 1

const many = `1 to ${MAX_VALUES} different`

const areDistinct = (values: ReadonlyArray<unknown>) => new Set(values).size === values.length

const valuesOf = <A extends string | null, I extends string | null>(value: Schema.Schema<A, I>, what: string) =>
  Schema.Array(value).pipe(
    Schema.minItems(1),
    Schema.maxItems(MAX_VALUES),
    Schema.filter(areDistinct),
    expected(`${many} ${what}`)
  )

/** What each filter takes, in words. */
const words = {
  key: "hashes of API keys, each of 64 lowercase hexadecimal digits",
  model: "slugs of models, each of 1 to 255 characters, or null",
  user: "ids of users, each of 1 to 255 characters",
  provider: "slugs of providers, or null",
  workspace: "UUIDs of workspaces"
}

const values = {
  key: valuesOf(KeyHash, words.key),
  model: valuesOf(Schema.NullOr(Name), words.model),
  user: valuesOf(UserId, words.user),
  provider: valuesOf(Schema.NullOr(ProviderSlug), words.provider),
  workspace: valuesOf(WorkspaceIdInput, words.workspace)
}

const only = {
  key: `Only requests of these API keys, by their hashes: ${many} ones.`,
  model: `Only requests of these models, by their slugs: ${many} ones. Null stands for requests that state none.`,
  user: `Only requests of these users, by their ids: ${many} ones.`,
  provider: `Only requests to these providers, by their slugs: ${many} ones. Null stands for requests that state none.`,
  workspace: `Only requests of keys in these workspaces: ${many} ones.`
}

/** Filters of a report. Each takes 1 to 10 different values, and a request must have one of each filter that is stated. */
export const activityFilters = {
  key: optional(values.key, only.key),
  model: optional(values.model, only.model),
  user: optional(values.user, only.user),
  provider: optional(values.provider, only.provider),
  workspace: optional(values.workspace, only.workspace)
}

const textOf = <A, I>(list: Schema.Schema<A, ReadonlyArray<I>>, form: object) =>
  Schema.transform(
    Schema.String.annotations({ jsonSchema: { type: "string", ...form } }),
    list,
    // Not strict: the list refuses what is no value of it, such as null for a key.
    { strict: false, decode: readList, encode: writeList }
  )

const listOf = (item: string) => ({ pattern: `^${item}(,${item}){0,${MAX_VALUES - 1}}$` })

const slug = "[a-z0-9]+(-[a-z0-9]+)*"
const uuid = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
const names = { minLength: 1, maxLength: MAX_TEXT }

const separated = "separated by commas"
const escaped = "A backslash precedes a comma, a backslash, and the words none and null that are a value."

/** `activityFilters` as URL query parameters. */
export const activityFilterParams = {
  key: queryParam(
    textOf(values.key, listOf("[0-9a-f]{64}")),
    `one list, ${separated}, of ${many} ${words.key}`,
    `${only.key} In a query, ${separated}.`
  ),
  model: queryParam(
    textOf(values.model, names),
    `one list, ${separated}, of ${many} slugs of models, each of 1 to 255 characters, or none. ${escaped}`,
    `${only.model} In a query, ${separated}, with \`none\` for null. ${escaped}`
  ),
  user: queryParam(
    textOf(values.user, names),
    `one list, ${separated}, of ${many} ${words.user}. ${escaped}`,
    `${only.user} In a query, ${separated}. ${escaped}`
  ),
  provider: queryParam(
    textOf(values.provider, listOf(`(none|\\\\none|\\\\null|${slug})`)),
    `one list, ${separated}, of ${many} slugs of providers, or none. ${escaped}`,
    `${only.provider} In a query, ${separated}, with \`none\` for null. ${escaped}`
  ),
  workspace: queryParam(
    textOf(values.workspace, listOf(uuid)),
    `one list, ${separated}, of ${many} ${words.workspace}`,
    `${only.workspace} In a query, ${separated}.`
  )
}
