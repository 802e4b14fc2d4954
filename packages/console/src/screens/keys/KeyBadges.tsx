import type { ApiKey } from "@tollgate/client"
import { Badge } from "../../ui/Badge.js"

/** What is special about a key, in words. */
export const KeyBadges = ({ record }: { readonly record: ApiKey }) => {
  const isExpired = record.expires_at !== null && Date.parse(record.expires_at) <= Date.now()
  return (
    <span class="badges">
      {record.is_management_key ? <Badge text={record.is_read_only ? "read-only management" : "management"} /> : null}
      {record.disabled ? <Badge text="disabled" tone="bad" /> : null}
      {isExpired ? <Badge text="expired" tone="bad" /> : null}
    </span>
  )
}
