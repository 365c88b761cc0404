/** The look of the page: tokens of colour and space first, and nothing beside them below. */
export const style = `
:root { color-scheme: light dark;
  --bg: #fafaf8; --surface: #ffffff; --sunk: #f4f4f0; --line: #e6e6e0; --edge: #cfcfc9;
  --ink: #1b1d21; --ink-2: #4a4e55; --ink-3: #63676f; --accent: #2c52c4; --on-accent: #ffffff; --field: #868a91;
  --ok: #14694a; --ok-tint: #e7f4ed; --claim: #6341b0; --claim-tint: #f1edfb; --budget: #8a4d00; --budget-tint: #fcf1df;
  --stall: #b02a25; --stall-tint: #fcebe9; --work: #1d5eb0; --work-tint: #e8f1fc; --rest: #565a62; --rest-tint: #f0f0ec;
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) { :root {
  --bg: #121316; --surface: #191b1f; --sunk: #15171a; --line: #2a2d32; --edge: #41454d;
  --ink: #eaebed; --ink-2: #b9bcc3; --ink-3: #989ca5; --accent: #91adff; --on-accent: #121316; --field: #767b84;
  --ok: #5fc998; --ok-tint: #14291f; --claim: #b8a2f4; --claim-tint: #241d38; --budget: #e3ab5f; --budget-tint: #2e2312;
  --stall: #f3928a; --stall-tint: #351b1a; --work: #86b7f7; --work-tint: #14243a; --rest: #a8acb4; --rest-tint: #212328;
} }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 400 .875rem/1.45 var(--font); font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1, h2, h3, p, ol, ul, figure, blockquote, pre { margin: 0; padding: 0; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: var(--mono); font-size: .9em; }
code { unicode-bidi: isolate; }
q { quotes: "\\201C" "\\201D"; unicode-bidi: isolate; }
.skip { position: absolute; left: 1rem; top: -4rem; background: var(--surface); padding: .5rem 1rem; border: 1px solid var(--edge); border-radius: 6px; }
.skip:focus { top: .5rem; }
kbd { padding: 0 .3em; border: 1px solid var(--edge); border-radius: 4px; font: inherit; font-size: .75rem; color: var(--ink-2); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
header { border-top: 3px solid; border-image: linear-gradient(90deg, var(--work), var(--claim), var(--budget)) 1; background: linear-gradient(var(--line), var(--line)) bottom / 100% 1px no-repeat; }
.brand { max-width: 86rem; margin: 0 auto; padding: .75rem 1.5rem; }
.shell { display: grid; grid-template-columns: 11.5rem minmax(0, 1fr); gap: 3rem; max-width: 86rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
.alone { grid-template-columns: minmax(0, 1fr); max-width: 48rem; }
nav ol { list-style: none; position: sticky; top: 1.5rem; display: grid; gap: .25rem; }
nav a { display: inline-block; padding: .25rem 0; color: var(--ink-2); text-decoration: none; }
nav a:hover { color: var(--ink); text-decoration: underline; }
.n { color: var(--ink-3); font-weight: 400; }
main { display: grid; gap: 3rem; min-width: 0; }
section { display: grid; gap: .75rem; min-width: 0; }
.about { color: var(--ink-3); font-size: .8125rem; }
h1 { font-size: clamp(1.3125rem, 1rem + 1.4vw, 1.75rem); line-height: 1.32; font-weight: 620; letter-spacing: -.01em; max-width: 60rem; }
h2 { font-size: 1.0625rem; line-height: 1.5rem; font-weight: 640; }
h3 { font-size: 1rem; line-height: 1.45; font-weight: 620; }
.verdicts { list-style: none; border-top: 1px solid var(--line); }
.verdicts li { padding: .75rem 0; border-bottom: 1px solid var(--line); }
.verdicts li > q:first-child { font-weight: 620; }
ul { padding-left: 1.125rem; }
.verdicts { padding-left: 0; }
li + li { margin-top: .25rem; }
.card { display: grid; gap: .75rem; padding: 1.25rem 1.5rem; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; min-width: 0; }
.card > p { color: var(--ink-2); }
.asks { grid-template-columns: minmax(0, 1fr) 18rem; gap: 1rem 1.5rem; padding: 0; }
.asked { display: grid; gap: .75rem; align-content: start; padding: 1.25rem 0 1.25rem 1.5rem; min-width: 0; }
.asked > p { color: var(--ink-2); }
.side { display: grid; gap: .5rem; align-content: start; padding: 1.25rem 1.5rem; border-left: 1px solid var(--line); min-width: 0; }
.side p { color: var(--ink-3); font-size: .75rem; }
.asks.stall { border-left: 3px solid var(--stall); }
.copied { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .5rem; align-items: start; }
.copied pre:only-child { grid-column: 1 / -1; }
.copied .quiet { font-size: .75rem; padding: .25rem .5rem; }
.voice { border-left: 2px solid var(--edge); padding-left: .75rem; }
.voice figcaption { color: var(--ink-3); font-size: .75rem; }
blockquote { white-space: pre-wrap; unicode-bidi: isolate; }
pre { padding: .4rem .6rem; background: var(--sunk); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; color: var(--ink-2); font-size: .75rem; }
form, .found { display: grid; gap: .75rem; min-width: 0; }
form .row { min-width: 0; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
.choices { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(13rem, 100%), 1fr)); gap: .5rem; margin: 0; padding: 0; border: 0; min-width: 0; counter-reset: choice; }
button { font: inherit; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 6px; padding: .375rem .75rem; min-height: 2rem; cursor: pointer; }
button:disabled { opacity: .6; cursor: default; }
.head { display: flex; gap: 1rem; align-items: start; justify-content: space-between; }
button.link { min-height: 1.5rem; padding: 0; color: var(--accent); background: none; border: 0; text-decoration: underline; text-underline-offset: .2em; font-size: .8125rem; }
button.quiet { color: var(--ink-2); background: none; border-color: var(--edge); }
.choices button { display: grid; align-content: start; grid-template-columns: auto 1fr; gap: 0 .5rem; text-align: left; color: var(--ink); background: var(--surface); border-color: var(--field); padding: .5rem .75rem; }
.choices button:hover { border-color: var(--accent); background: var(--sunk); }
.choices button::before { counter-increment: choice; content: counter(choice) / ""; color: var(--ink-3); grid-row: 1 / span 2; }
.choices button span { color: var(--ink-2); font-size: .8125rem; grid-column: 2; }
label { font-size: .75rem; color: var(--ink-2); }
textarea, select, input[type=search] { font: inherit; color: var(--ink); background: var(--surface); border: 1px solid var(--field); border-radius: 6px; padding: .375rem .5rem; min-width: 0; }
select { max-width: 16rem; }
.filter label { display: grid; gap: .125rem; min-width: 0; }
.filter { align-items: end; }
textarea { width: 100%; resize: vertical; }
.problem { color: var(--stall); font-weight: 600; }
.closed { background: var(--sunk); gap: .25rem 1rem; grid-template-columns: minmax(0, 1fr) auto; align-items: center; padding: .75rem 1.5rem; }
.closed h3 { font-weight: 400; font-size: .875rem; color: var(--ink-2); grid-column: 1 / -1; }
.closed .problem { grid-column: 1 / -1; }
.legend, .lanes, .moments { list-style: none; padding: 0; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1rem; color: var(--ink-2); font-size: .75rem; }
.legend li { display: flex; gap: .35rem; align-items: center; } .legend li + li { margin: 0; }
.lane-name span, small { color: var(--ink-3); font-size: .75rem; }
.lane, .axis { display: block; overflow: visible; }
.axis text { fill: var(--ink-3); font-size: .6875rem; } .at text { fill: var(--ink-2); font-size: .625rem; } .grid { stroke: var(--line); }
.sessions { table-layout: auto; } .sessions th[scope=row] { color: var(--ink); font-size: .8125rem; min-width: 12rem; text-align: left; white-space: normal; }
.sessions th:not(.num), .sessions td:not(.num) { text-align: left; white-space: normal; } .sessions strong, .sessions small { display: block; } .sessions .mark { white-space: nowrap; }
.sessions th, .sessions td { padding: .5rem 0 .5rem 1rem; } .sessions th:first-child, .sessions td:first-child { padding-left: 0; }
.sessions tfoot td { font-weight: 620; } .sessions tfoot small { font-weight: 400; }
.clamp { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; color: var(--ink-2); font-weight: 400; }
.ground { fill: var(--line); }
.span.work { fill: var(--work); opacity: .35; } .span.turn { fill: var(--work); } .span.waited { fill: var(--rest); opacity: .5; } .span.silent { fill: var(--stall); opacity: .5; }
.cost { display: block; } .cost path { fill: none; stroke-width: 1.5; vector-effect: non-scaling-stroke; } .cost .sum { stroke: var(--ink-3); } .cost .limit { stroke: var(--budget); stroke-dasharray: 4 3; }
.at path { fill: var(--ink-3); stroke: var(--bg); stroke-width: 1; }
.at.ok path { fill: var(--ok); } .at.claim path { fill: var(--claim); } .at.budget path { fill: var(--budget); } .at.stall path { fill: var(--stall); } .at.work path { fill: var(--work); } .at.rest path { fill: var(--rest); }
.moments li { display: grid; grid-template-columns: 4rem 9rem minmax(0, 1fr) auto; gap: .25rem .75rem; align-items: baseline; padding: .375rem 0; border-bottom: 1px solid var(--line); margin: 0; }
.moments li:target { background: var(--work-tint); }
.when { color: var(--ink-3); }
.moments code { display: block; color: var(--ink-3); font-size: .75rem; }
.bar { position: sticky; bottom: 0; display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; padding: .75rem 1.5rem; background: var(--surface); border-top: 1px solid var(--edge); }
.bar .count { color: var(--ink-2); }
.bar [role=status]:empty { position: absolute; }
.rest[open] { display: grid; gap: .75rem; } summary { color: var(--accent); cursor: pointer; padding: .5rem 0; }
.brand { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; }
.brand .live { font-weight: 400; color: var(--ink-2); font-size: .8125rem; margin-left: auto; }
dialog { color: var(--ink); background: var(--surface); border: 1px solid var(--edge); border-radius: 10px; width: min(52rem, calc(100vw - 2rem)); max-height: calc(100dvh - 4rem); padding: 1.25rem 1.5rem; }
dialog::backdrop { background: rgb(0 0 0 / .4); }
dialog h2 { margin-bottom: .75rem; }
dialog .copied { margin-bottom: .75rem; }
table { border-collapse: collapse; width: 100%; font-size: .8125rem; }
th { text-align: left; font-size: .75rem; font-weight: 500; color: var(--ink-3); }
th, td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th:not(:first-child), td:not(:first-child) { text-align: right; white-space: nowrap; padding-right: 0; padding-left: .75rem; }
.add { color: var(--ok); } .del { color: var(--stall); }
.mark { font-weight: 600; }
.mark::before { display: inline-block; margin-right: .35em; font-weight: 400; }
.mark.ok { color: var(--ok); } .mark.ok::before { content: "\\2713" / ""; }
.mark.claim { color: var(--claim); } .mark.claim::before { content: "\\25CC" / ""; }
.mark.budget { color: var(--budget); } .mark.budget::before { content: "\\25D5" / ""; }
.mark.stall { color: var(--stall); } .mark.stall::before { content: "\\25A0" / ""; }
.mark.work { color: var(--work); } .mark.work::before { content: "\\25B7" / ""; }
.mark.rest { color: var(--rest); } .mark.rest::before { content: "\\25CB" / ""; }
h3 .mark { display: inline-block; padding: 0 .5rem; border-radius: 99px; font-size: .75rem; line-height: 1.375rem; vertical-align: .1em; }
h3 .ok { background: var(--ok-tint); } h3 .claim { background: var(--claim-tint); } h3 .budget { background: var(--budget-tint); }
h3 .stall { background: var(--stall-tint); } h3 .work { background: var(--work-tint); } h3 .rest { background: var(--rest-tint); }
@media (max-width: 72rem) { .shell { grid-template-columns: minmax(0, 1fr); gap: 1.5rem; } nav ol { position: static; display: flex; flex-wrap: wrap; gap: .25rem 1rem; } }
@media (max-width: 60rem) { .sessions thead { display: none; } .sessions, .sessions tbody, .sessions tfoot, .sessions tr, .sessions th, .sessions td { display: block; } .sessions tr { padding: .75rem 0; border-bottom: 1px solid var(--line); } .sessions th, .sessions td { border: 0; padding: .125rem 0; }
  .sessions th.num, .sessions td.num { text-align: left; } .sessions [data-name]::before { content: attr(data-name); display: inline-block; width: 5.5rem; color: var(--ink-3); font-size: .75rem; } .sessions small { display: inline; margin-left: .5rem; }
  .asks { grid-template-columns: minmax(0, 1fr); gap: 0; } .asked { padding-right: 1.5rem; } .side { border-left: 0; border-top: 1px solid var(--line); padding-top: .75rem; } }
@media (max-width: 44rem) { .axis .odd { display: none; } .moments li { grid-template-columns: 4rem minmax(0, 1fr) auto; } .moments .what { grid-column: 1 / -1; grid-row: 2; }
  .shell, .brand { padding-left: 1rem; padding-right: 1rem; } .card { padding: 1rem; } .asks { padding: 0; } .asked, .side { padding: 1rem; } .closed { padding: .75rem 1rem; } main { gap: 2rem; }
  .filter label { flex: 1 1 9rem; } .filter select, .filter input { width: 100%; max-width: none; } }
@media print { :root { --bg: #fff; --surface: #fff; } nav, .skip { display: none; } .shell { display: block; padding: 0; } main { gap: 1.5rem; } pre, tr, h2, h3 { break-inside: avoid; } h2, h3 { break-after: avoid; } a { color: inherit; } }
`
