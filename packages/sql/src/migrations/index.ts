import { accounts } from "./0001_accounts.js"
import { management } from "./0002_management.js"
import { workspaceLists } from "./0003_workspace_lists.js"
import { checksAndSizes } from "./0004_checks_and_sizes.js"
import { sizesInOrder } from "./0005_sizes_in_order.js"
import { keySecrets } from "./0006_key_secrets.js"
import { prices } from "./0007_prices.js"
import { gatewayKeys } from "./0008_gateway_keys.js"
import { spending } from "./0009_spending.js"
import { keyAssignments } from "./0010_key_assignments.js"
import { usageOfKeys } from "./0011_usage_of_keys.js"
import { termsOfKeys } from "./0012_terms_of_keys.js"
import { variantsOfHolds } from "./0013_variants_of_holds.js"
import { pricesByName } from "./0014_prices_by_name.js"
import { activity } from "./0015_activity.js"
import { holdsInOrder } from "./0016_holds_in_order.js"
import { memberAssignments } from "./0017_member_assignments.js"
import { presetVersions } from "./0018_preset_versions.js"
import { rolesInOnePlace } from "./0019_roles_in_one_place.js"
import { audit } from "./0020_audit.js"
import { detailsOfKeys } from "./0021_details_of_keys.js"
import { keptAnswers } from "./0022_kept_answers.js"
import { lighterSpending } from "./0023_lighter_spending.js"
import { unusedNames } from "./0024_unused_names.js"
import { lighterKeys } from "./0025_lighter_keys.js"
import { countedTogether } from "./0026_counted_together.js"
import { keyPrefixes } from "./0027_key_prefixes.js"
import { lighterChanges } from "./0028_lighter_changes.js"
import { flaggedHolds } from "./0029_flagged_holds.js"
import { openingDays } from "./0031_opening_days.js"
import { pricesByAnyCase } from "./0033_prices_by_any_case.js"
import { usageInScopes } from "./0035_usage_in_scopes.js"
import { countedCorrections } from "./0036_counted_corrections.js"
import { notedPrunings } from "./0037_noted_prunings.js"
import { keysByUse } from "./0038_keys_by_use.js"
import { shownKeys } from "./0039_shown_keys.js"
import type { Migration } from "./Migration.js"

/** All migrations of this version, by number and name. A released migration is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  "0001_accounts": accounts,
  "0002_management": management,
  "0003_workspace_lists": workspaceLists,
  "0004_checks_and_sizes": checksAndSizes,
  "0005_sizes_in_order": sizesInOrder,
  "0006_key_secrets": keySecrets,
  "0007_prices": prices,
  "0008_gateway_keys": gatewayKeys,
  "0009_spending": spending,
  "0010_key_assignments": keyAssignments,
  "0011_usage_of_keys": usageOfKeys,
  "0012_terms_of_keys": termsOfKeys,
  "0013_variants_of_holds": variantsOfHolds,
  "0014_prices_by_name": pricesByName,
  "0015_activity": activity,
  "0016_holds_in_order": holdsInOrder,
  "0017_member_assignments": memberAssignments,
  "0018_preset_versions": presetVersions,
  "0019_roles_in_one_place": rolesInOnePlace,
  "0020_audit": audit,
  "0021_details_of_keys": detailsOfKeys,
  "0022_kept_answers": keptAnswers,
  "0023_lighter_spending": lighterSpending,
  "0024_unused_names": unusedNames,
  "0025_lighter_keys": lighterKeys,
  "0026_counted_together": countedTogether,
  "0027_key_prefixes": keyPrefixes,
  "0028_lighter_changes": lighterChanges,
  "0029_flagged_holds": flaggedHolds,
  "0031_opening_days": openingDays,
  "0033_prices_by_any_case": pricesByAnyCase,
  "0035_usage_in_scopes": usageInScopes,
  "0036_counted_corrections": countedCorrections,
  "0037_noted_prunings": notedPrunings,
  "0038_keys_by_use": keysByUse,
  "0039_shown_keys": shownKeys
}
