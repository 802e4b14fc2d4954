import { render } from "preact"
import { App } from "./App.js"
import "uplot/dist/uPlot.min.css"
import "./style/base.css"
import "./style/controls.css"
import "./style/layout.css"
import "./style/tables.css"
import "./style/marks.css"
import "./style/words.css"
import "./style/dialogs.css"
import "./style/chart.css"
import "./style/narrow.css"

const root = document.getElementById("app")
if (root !== null) render(<App />, root)
