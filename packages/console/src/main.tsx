import { render } from "preact"
import "uplot/dist/uPlot.min.css"
import "./console.css"

/** Where the API is: beside the page, whatever the path before both. */
const api = new URL("api/v1", location.href)

const app = document.getElementById("app")
if (app !== null) {
  render(
    <main>
      <h1>Tollgate</h1>
      <p>The API is at {api.href}.</p>
    </main>,
    app
  )
}
