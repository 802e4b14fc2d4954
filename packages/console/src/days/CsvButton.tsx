import { useState } from "preact/hooks"
import { failed } from "../reading/connection.js"
import { refusalText } from "../reading/refusalText.js"
import { session } from "../session/signing.js"
import { useSession } from "../session/useSession.js"
import { say } from "../shell/notices.js"
import { last30Days, type SplitBy } from "./readDays.js"
import { saveText } from "./saveText.js"

const PAGE = 100

/** Every page of the activity, as one CSV text with one line of names. */
const readAll = async (readCsv: (path: string) => Promise<string>, by: SplitBy): Promise<string> => {
  const days = last30Days()
  const query = `from=${days[0]}&to=${days.at(-1)}&group_by=day,${by}&limit=${PAGE}`
  let text = ""
  for (let offset = 0; ; offset += PAGE) {
    const page = await readCsv(`/activity?${query}&offset=${offset}`)
    const start = page.indexOf("\n") + 1
    if (offset === 0) text = page
    else text += page.slice(start)
    // A cell may have line ends: an empty page is what is certain.
    if (page.slice(start).trim() === "") return text
  }
}

/** Saves the 30 days as CSV, split as the table is. */
export const CsvButton = ({ by }: { readonly by: SplitBy }) => {
  const mine = useSession()
  const { readCsv } = mine
  const [isBusy, setIsBusy] = useState(false)
  const save = () => {
    if (isBusy) return
    setIsBusy(true)
    const isMine = () => session.get() === mine
    readAll(readCsv, by)
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
