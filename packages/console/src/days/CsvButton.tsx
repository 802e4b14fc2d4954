import { useState } from "preact/hooks"
import { failed } from "../reading/connection.js"
import { refusalText } from "../reading/refusalText.js"
import { session } from "../session/signing.js"
import { useSession } from "../session/useSession.js"
import { say } from "../shell/notices.js"
import { readCsvOfDays } from "./readCsvOfDays.js"
import { last30Days, type SplitBy } from "./readSplit.js"
import { saveText } from "./saveText.js"

/** Saves all rows of the 30 days as CSV, split as the table is. */
export const CsvButton = ({ by }: { readonly by: SplitBy }) => {
  const mine = useSession()
  const { account, readCsv } = mine
  const [isBusy, setIsBusy] = useState(false)
  const save = () => {
    if (isBusy) return
    setIsBusy(true)
    const isMine = () => session.get() === mine
    readCsvOfDays(readCsv, account, by, last30Days())
      .then(
        (text) => {
          if (isMine()) saveText(`tollgate-activity-by-${by}.csv`, text, "text/csv")
        },
        (failure: unknown) => {
          if (!isMine()) return
          failed(failure)
          say(`The CSV was not saved. ${refusalText(failure)}`)
        }
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <button type="button" onClick={save} aria-disabled={isBusy}>
      {isBusy ? "Reading …" : "Save as CSV"}
    </button>
  )
}
