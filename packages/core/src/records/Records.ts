import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { OrganizationId, WorkspaceId } from "../values/Id.js"
import type { Page, Paged } from "../values/Page.js"

/** A record that belongs to an organization. */
export interface OwnedRecord {
  readonly organization_id: OrganizationId
}

/** The name of a field. */
export type Field<R> = keyof R & string

/** Values of some fields, which the records of a list have. An absent field matches all records. */
export type Filter<R, F extends keyof R> = { readonly [K in F]?: R[K] | undefined }

/** The table of a record, and its primary key or unique value. */
export type RecordName = readonly [table: string, name: string]

/**
 * Describes how the records of a resource are stored. The type of its store, the store in memory and the store in a database
 * follow from it.
 *
 * `R` is the record, `V` the fields that the store returns, `Ref` what identifies a record, `P` the fields that can change,
 * and `F` the fields that the list can be filtered by.
 */
export interface Records<R extends OwnedRecord, V extends Field<R>, Ref, P extends Field<R>, F extends Field<R>> {
  /** Name of the table. */
  readonly table: string
  readonly record: Schema.Schema<R>
  /** The fields that the store returns. Others, such as a sealed secret, stay in the storage. */
  readonly view: ReadonlyArray<V>
  /** The field that is the primary key. */
  readonly key: V
  /** Fields whose values together are unique in an organization. */
  readonly uniqueBy?: ReadonlyArray<Field<R>>
  /** The records of the same organization that a record references. */
  readonly references?: (record: R) => ReadonlyArray<RecordName>
  /** The referenced tables whose records take this one with them when they are deleted. @default none */
  readonly deletedWith?: ReadonlyArray<string>
  /** The field that `ref` is a value of: `key`, or the one of `uniqueBy`. */
  readonly identify: (ref: Ref) => V
  readonly patchable: ReadonlyArray<P>
  /** The order of the list. The last field is unique, so that pages neither repeat nor omit a record. */
  readonly sortBy: ReadonlyArray<readonly [field: Field<R>, direction: "ASC" | "DESC"]>
  readonly filters: ReadonlyArray<F>
  /** The name of a filtered list, under which a database maintains its size. */
  readonly listName: (filter: Filter<R, F>) => string
}

/** The methods that the store of every resource has. Each is atomic. Another organization's record reads as none. */
export interface RecordStore<R extends OwnedRecord, V extends Field<R>, Ref, P extends Field<R>, F extends Field<R>> {
  /** Returns false if the unique value is taken in the organization. */
  readonly insert: (record: R) => Effect.Effect<boolean, StorageFailure>
  readonly find: (organizationId: OrganizationId, ref: Ref) => Effect.Effect<Option.Option<Pick<R, V>>, StorageFailure>
  /**
   * The records among these, in the given order, each once. In a transaction, none of them is deleted before it ends.
   */
  readonly findMany: (
    organizationId: OrganizationId,
    refs: ReadonlyArray<Ref>
  ) => Effect.Effect<ReadonlyArray<Pick<R, V>>, StorageFailure>
  /** One page of the organization's records that match the filter, in the order of `sortBy`. */
  readonly list: (
    organizationId: OrganizationId,
    page: Page,
    filter?: Filter<R, F>
  ) => Effect.Effect<Paged<Pick<R, V>>, StorageFailure>
  /** Changes the fields that the patch has, and returns the result. Fails if a unique value is taken. */
  readonly update: (
    organizationId: OrganizationId,
    ref: Ref,
    patch: Partial<Pick<R, P>>
  ) => Effect.Effect<Option.Option<Pick<R, V>>, StorageFailure>
  /** Deletes the record and returns it. Fails if another record references it. */
  readonly delete: (
    organizationId: OrganizationId,
    ref: Ref
  ) => Effect.Effect<Option.Option<Pick<R, V>>, StorageFailure>
}

/** The method of a store whose records belong to workspaces. */
export interface WorkspaceContents {
  /** Deletes the organization's records in a workspace, and returns their number. Fails if another record references one. */
  readonly deleteIn: (organizationId: OrganizationId, workspaceId: WorkspaceId) => Effect.Effect<number, StorageFailure>
}

/** What a store has whose list can be filtered by these fields. */
export type ContentsOf<F> = "workspace_id" extends F ? WorkspaceContents : unknown

/** The store of the records that a description describes. */
export type StoreOf<D> =
  D extends Records<infer R, infer V, infer Ref, infer P, infer F>
    ? RecordStore<R, V, Ref, P, F> & ContentsOf<F>
    : never

/**
 * Describes the records of a resource. The types follow from the arguments. `workspaces/workspaceRecords.ts` is an example.
 */
export const records = <
  R extends OwnedRecord,
  I,
  V extends Field<R>,
  Ref,
  P extends Field<R>,
  F extends Field<R> = never
>(
  description: Omit<Records<R, V, Ref, P, F>, "record"> & { readonly record: Schema.Schema<R, I> }
): Records<R, V, Ref, P, F> => ({ ...description, record: Schema.typeSchema(description.record) })

/** The `listName` of a list that can be filtered by workspace. */
export const ofWorkspace =
  (name: string) =>
  ({ workspace_id }: { readonly workspace_id?: WorkspaceId | undefined }): string =>
    workspace_id === undefined ? name : `${name} of ${workspace_id}`
