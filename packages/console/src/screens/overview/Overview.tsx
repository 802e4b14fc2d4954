import { DaysSection } from "../../days/DaysSection.js"
import { useRead } from "../../reading/useRead.js"
import { useSession } from "../../session/useSession.js"
import { Loaded } from "../../ui/Loaded.js"
import { Page } from "../../ui/Page.js"
import { Figures } from "./Figures.js"
import { LastAlerts } from "./LastAlerts.js"
import { NearLimit } from "./NearLimit.js"

/** The spending of the organization, and what needs attention. */
export const Overview = () => {
  const { account } = useSession()
  const overview = useRead((signal) => account.activity.overview({ signal }))
  return (
    <Page title="Overview">
      <Loaded reading={overview} what="the sums">
        {(value) => <Figures overview={value} />}
      </Loaded>
      <DaysSection choices={["model", "key", "user", "provider", "workspace"]} />
      <NearLimit />
      <LastAlerts />
    </Page>
  )
}
