import type { Paged } from "@tollgate/client"
import type { ComponentChildren } from "preact"
import { useRead } from "../../reading/useRead.js"
import { Command } from "../../ui/Command.js"
import { useOffset } from "../../ui/Filter.js"
import { Loaded } from "../../ui/Loaded.js"
import { NoRows } from "../../ui/NoRows.js"
import { Paging } from "../../ui/Paging.js"
import { type Column, Table } from "../../ui/Table.js"

const SIZE = 50

/** A command that changes what the list shows. */
export interface Changing {
  readonly what: string
  readonly text: string
}

/** A list to read, with the commands that change it. */
export const PolicyList = <A,>(props: {
  /** What is listed, in small letters. */
  readonly what: string
  readonly list: (
    page: { readonly limit: number; readonly offset: number },
    options: { readonly signal: AbortSignal }
  ) => Promise<Paged<A>>
  readonly columns: ReadonlyArray<Column<A>>
  readonly keyOf: (row: A) => string
  readonly empty: string
  readonly commands: ReadonlyArray<Changing>
  readonly children?: ComponentChildren
}) => {
  const { children, columns, commands, empty, keyOf, list, what } = props
  const offset = useOffset()
  const rows = useRead((signal) => list({ limit: SIZE, offset }, { signal }), [offset])
  return (
    <>
      <Loaded reading={rows} what={`the ${what}`}>
        {({ data, total_count }) =>
          data.length === 0 ? (
            <NoRows offset={offset}>{empty}</NoRows>
          ) : (
            <>
              <Table caption={what} columns={columns} rows={data} keyOf={keyOf} isOld={rows.isOld} />
              <Paging what={what} offset={offset} size={SIZE} total={total_count} />
            </>
          )
        }
      </Loaded>
      {children}
      {commands.map(({ text, what: act }) => (
        <Command key={text} text={text} what={act} />
      ))}
    </>
  )
}
