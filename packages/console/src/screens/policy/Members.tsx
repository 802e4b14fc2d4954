import type { OrganizationMember } from "@tollgate/client"
import { useSession } from "../../session/useSession.js"
import type { Column } from "../../ui/Table.js"
import { Time } from "../../ui/Time.js"
import { PolicyList } from "./PolicyList.js"

const columns: ReadonlyArray<Column<OrganizationMember>> = [
  { title: "User", isName: true, show: ({ user_id }) => user_id },
  { title: "Role", show: ({ role }) => role },
  { title: "Since", show: ({ created_at }) => <Time at={created_at} /> }
]

export const Members = () => {
  const { account } = useSession()
  return (
    <PolicyList
      what="members"
      list={account.organization.listMembers}
      columns={columns}
      keyOf={({ id }) => id}
      empty="The organization has no members."
      commands={[
        { what: "Add one:", text: "tollgate organization add-member --user-id USER --role member" },
        { what: "Change the role:", text: "tollgate organization update-member USER --role admin" },
        { what: "Remove one, and disable the keys of that user:", text: "tollgate organization remove-member USER" }
      ]}
    />
  )
}
