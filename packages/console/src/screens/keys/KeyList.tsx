import { useState } from "preact/hooks"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { BarLegend } from "../../ui/Bar.js"
import { ChoiceFilter, TextFilter, useFilter, useOffset } from "../../ui/Filter.js"
import { Loaded } from "../../ui/Loaded.js"
import { NoRows } from "../../ui/NoRows.js"
import { oneOf } from "../../ui/oneOf.js"
import { Page } from "../../ui/Page.js"
import { Paging } from "../../ui/Paging.js"
import { Table } from "../../ui/Table.js"
import { WorkspaceFilter } from "../../ui/WorkspaceFilter.js"
import { boostsOfKeys } from "./boostsOfKeys.js"
import { CreateKey } from "./CreateKey.js"
import { keyColumns } from "./keyColumns.js"

const SIZE = 50

const orders = ["-created_at", "created_at", "name", "-name", "-last_used_at", "last_used_at"] as const

const Filters = () => {
  return (
    <search class="filters">
      <TextFilter name="q" label="Search" placeholder="Name, label or external id" />
      <WorkspaceFilter />
      <ChoiceFilter
        name="sort"
        label="Order"
        all="Newest first"
        choices={[
          ["created_at", "Oldest first"],
          ["name", "Name"],
          ["-last_used_at", "Last used"],
          ["last_used_at", "Longest unused"]
        ]}
      />
      <ChoiceFilter name="disabled" label="Disabled keys" all="Shown" choices={[["hidden", "Hidden"]]} />
    </search>
  )
}

/** The page of the list that the filters choose. */
const useKeys = () => {
  const { account, names } = useSession()
  const q = useFilter("q")
  const workspace = useFilter("workspace")
  const sort = useFilter("sort")
  const isHiding = useFilter("disabled") === "hidden"
  const offset = useOffset()
  const page = {
    limit: SIZE,
    offset,
    q: q || undefined,
    workspace_id: workspace || undefined,
    sort: oneOf(orders, sort),
    include_disabled: !isHiding
  }
  const keys = useRead(
    async (signal) => {
      const [read, boostOf] = await Promise.all([account.keys.list(page, { signal }), boostsOfKeys(account, signal)])
      names.learn(read.data)
      return { ...read, columns: keyColumns(boostOf) }
    },
    [page]
  )
  return { keys, offset, isFiltered: q !== "" || workspace !== "" || isHiding }
}

/** The keys of the organization. */
export const KeyList = () => {
  const { canChange } = useSession()
  const [isCreating, setIsCreating] = useState(false)
  const { isFiltered, keys, offset } = useKeys()
  const create = (
    <button type="button" class="primary" onClick={() => setIsCreating(true)}>
      New key
    </button>
  )
  return (
    <Page title="Keys" actions={canChange ? create : undefined}>
      <Filters />
      <Loaded reading={keys} what="the keys">
        {({ columns, data, total_count }) =>
          data.length === 0 ? (
            <NoRows offset={offset}>
              {isFiltered
                ? "No key matches the filters."
                : canChange
                  ? "There are no keys yet. Create one with “New key”."
                  : "There are no keys yet."}
            </NoRows>
          ) : (
            <>
              <Table caption="Keys" columns={columns} rows={data} keyOf={({ hash }) => hash} isOld={keys.isOld} />
              <footer class="foot">
                <Paging what="keys" offset={offset} size={SIZE} total={total_count} />
                <BarLegend />
              </footer>
            </>
          )
        }
      </Loaded>
      {isCreating ? <CreateKey close={() => setIsCreating(false)} /> : null}
    </Page>
  )
}
