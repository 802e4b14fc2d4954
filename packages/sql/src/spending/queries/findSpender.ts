import type * as SqlClient from "@effect/sql/SqlClient"
import type * as Statement from "@effect/sql/Statement"
import { ByokCredential, Guardrail, type UserId } from "@tollgate/core"
import {
  type Applied,
  guardedKeyScope,
  keyRecords,
  memberScope,
  type Spender,
  type SpenderName,
  type SpendingStore,
  StorageFailure
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { compiled } from "../../table/compiled.js"
import { rowReader } from "../../table/rowReader.js"
import { rowShape } from "../../table/rowShape.js"
import type { Database } from "../../transaction/Database.js"

type Row = Readonly<Record<string, unknown>>

/** Selects and reads the records of one of several joined tables. The alias of the table is the prefix of its columns. */
const joined = <A, I>(sql: SqlClient.SqlClient, alias: string, record: Schema.Schema<A, I>) => {
  const { columns, read } = rowShape(sql, record)
  const named = columns.map(({ asText, name }) => {
    const column = sql`${sql(alias)}.${sql(name)}`
    return sql`${asText ? sql`CAST(${column} AS TEXT)` : column} AS ${sql(`${alias}_${name}`)}`
  })
  return {
    columns: sql.csv(named),
    // The columns follow from this schema, and the types and checks of the table guarantee their values.
    read: (row: Row): A => read(Object.fromEntries(columns.map(({ name }) => [name, row[`${alias}_${name}`]]))) as A
  }
}

const instant = (value: unknown) => (value === null ? null : DateTime.unsafeMake(Number(value)))

/**
 * Reads a spender: one statement for all but the credentials, so that they are of one state with the versions, and the credentials after it.
 */
export const findSpender = ({
  read,
  sql
}: Context.Tag.Service<Database>): NonNullable<Context.Tag.Service<SpendingStore>["findSpender"]> => {
  const key = joined(sql, "k", keyRecords.record)
  const [ofKey, ofHolder, ofUser] = [
    joined(sql, "gk", Guardrail),
    joined(sql, "gh", Guardrail),
    joined(sql, "gu", Guardrail)
  ]
  const credentials = rowReader(sql, ByokCredential)
  const find = spenderQuery(sql, [key, ofKey, ofHolder, ofUser])
  const inWorkspace = compiled(
    sql`SELECT ${credentials.columns} FROM byok_credentials WHERE organization_id = ${null} AND workspace_id = ${null}
ORDER BY provider, sort_order, id`,
    (...values) => values
  )

  const spenderOf = (row: Row, name: SpenderName): Omit<Spender, "credentials"> => {
    const record = key.read(row)
    const user = name.user ?? record.creator_user_id
    const guardrails: Array<Applied> = []
    if (row["gk_id"] !== null) {
      const guardrail = ofKey.read(row)
      guardrails.push({ guardrail, scope: "guardrail_key", ref: guardedKeyScope(record, guardrail) })
    }
    const addOfMember = (guardrail: Guardrail, member: UserId) => {
      guardrails.push({ guardrail, scope: "guardrail_member", ref: memberScope(record, guardrail, member) })
    }
    if (row["gh_id"] !== null) addOfMember(ofHolder.read(row), record.creator_user_id)
    if (row["gu_id"] !== null) addOfMember(ofUser.read(row), user)
    return {
      key: record,
      secret_until: instant(row["until"]),
      has_holder: Boolean(row["has_holder"]),
      user,
      is_member: user === record.creator_user_id || Boolean(row["is_member"]),
      guardrails,
      versions: {
        key: Number(row["key_version"] ?? 0),
        workspace: Number(row["workspace_version"] ?? 0),
        organization: Number(row["organization_version"] ?? 0)
      }
    }
  }

  return (name, at) =>
    Effect.gen(function* () {
      const [row] = yield* read(find(name.user, name.user, name.secret, at.epochMillis))
      if (row === undefined) return Option.none<Spender>()
      const spender = yield* Effect.try({
        // Rows are objects by column.
        try: () => spenderOf(row as Row, name),
        catch: (cause) => new StorageFailure({ cause, outcome: "none" })
      })
      const { organization_id, workspace_id } = spender.key
      const credentialsOf = credentials.all(read(inWorkspace(organization_id, workspace_id)))
      return Option.some<Spender>({ ...spender, credentials: name.needs_credentials ? yield* credentialsOf : null })
    })
}

/** All of a spender but the credentials: its key, up to three guardrails, the versions of its scopes, and whether its users are members. */
const spenderQuery = (sql: SqlClient.SqlClient, records: ReadonlyArray<{ readonly columns: Statement.Fragment }>) => {
  // Subjects of scopes are texts.
  const version = (kind: string, subject: string) => sql`(SELECT s.version FROM spending_scopes AS s
  WHERE s.organization_id = k.organization_id AND s.subject = CAST(k.${sql(subject)} AS TEXT)
    AND s.kind = ${sql.literal(`'${kind}'`)} AND s.guardrail_id = '')`
  return compiled(
    sql`SELECT ${sql.csv(records.map(({ columns }) => columns))}, p.until,
${version("key", "hash")} AS key_version, ${version("workspace", "workspace_id")} AS workspace_version,
${version("organization", "organization_id")} AS organization_version,
EXISTS (SELECT 1 FROM workspace_members AS m WHERE m.workspace_id = k.workspace_id AND m.user_id = k.creator_user_id
  AND m.organization_id = k.organization_id) AS has_holder,
EXISTS (SELECT 1 FROM organization_members AS m WHERE m.organization_id = k.organization_id
  AND m.user_id = ${null}) AS is_member
FROM key_secrets AS p JOIN api_keys AS k ON k.id = p.key_id
LEFT JOIN guardrail_key_assignments AS ak ON ak.workspace_id = k.workspace_id AND ak.key_hash = k.hash
LEFT JOIN guardrails AS gk ON gk.id = ak.guardrail_id
LEFT JOIN guardrail_members AS ah ON ah.workspace_id = k.workspace_id AND ah.user_id = k.creator_user_id
LEFT JOIN guardrails AS gh ON gh.id = ah.guardrail_id
LEFT JOIN guardrail_members AS au ON au.workspace_id = k.workspace_id AND au.user_id <> k.creator_user_id AND au.user_id = ${null}
LEFT JOIN guardrails AS gu ON gu.id = au.guardrail_id
WHERE p.secret_hash = ${null} AND (p.until IS NULL OR p.until > ${null})`,
    (...values) => values
  )
}
