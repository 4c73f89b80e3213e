/** How the page of a report looks: light or dark as its reader has it, and for any width. */
export const PAGE_STYLE = `:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --paper: #fff; --shade: #f6f8fa; --line: #d1d9e0; --link: #0550ae; --vote: #0b5cad; --pass: #b35900; --bar: #5b8fc9; --warn: #9a6700; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --quiet: #9198a1; --paper: #0d1117; --shade: #161b22; --line: #3d444d; --link: #79c0ff; --vote: #79c0ff; --pass: #f0a35e; --bar: #3f74b0; --warn: #d29922; } }
* { box-sizing: border-box; }
body { max-width: 64rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink); background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
a { color: var(--link); }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
p { margin: .5rem 0; }
.quiet { color: var(--quiet); }
.small { font-size: .875rem; }
.warning { padding: .5rem .75rem; border-left: 4px solid var(--warn); background: var(--shade); }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0 0 1rem; }
.tiles div { flex: 1 1 13rem; padding: .6rem .9rem; background: var(--shade); border: 1px solid var(--line); border-radius: 6px; }
.tiles dt { font-weight: 600; }
.tiles dd { margin: 0; font-size: .875rem; }
.tiles b { font-size: 1.6rem; font-variant-numeric: tabular-nums; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.2rem; margin: 0; padding: 0; list-style: none; }
.plot { display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: flex-start; }
figure { flex: 1 1 20rem; margin: .5rem 0 1rem; max-width: 32rem; }
figcaption { color: var(--quiet); font-size: .875rem; }
.wide { overflow-x: auto; margin: .5rem 0 1rem; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem .6rem; border: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: normal; }
th { background: var(--shade); }
td:not(.figure) { min-width: 7rem; overflow-wrap: break-word; }
td a { white-space: nowrap; }
td.figure { white-space: nowrap; }
.figure { text-align: right; font-variant-numeric: tabular-nums; }
pre { white-space: pre-wrap; margin: .5rem 0; padding: .6rem .75rem; background: var(--shade); border-radius: 6px; font: .875rem/1.45 ui-monospace, monospace; }
.gold { border-left: 4px solid var(--bar); }
code { font-family: ui-monospace, monospace; font-size: .9em; }
article { margin: 1rem 0 2rem; }
article:target > h3 { text-decoration: underline; }
svg.chart { display: block; width: 100%; height: auto; }
svg.cell { display: inline-block; width: 5rem; height: .5rem; }
.share { display: inline-block; min-width: 4.2em; }
svg text { fill: var(--ink); font: 11px system-ui, sans-serif; }
svg .small { font-size: 10px; }
svg .quiet { fill: var(--quiet); }
svg .middle { text-anchor: middle; }
svg .end { text-anchor: end; fill: var(--quiet); }
.grid, .axis { stroke: var(--line); stroke-width: 1; }
.line { fill: none; stroke-width: 2; }
.line.vote, .whisker.vote { stroke: var(--vote); }
.line.pass, .whisker.pass { stroke: var(--pass); }
.line.pass { stroke-dasharray: 5 3; }
.whisker { fill: none; stroke-width: 1; }
.whisker.ink { stroke: var(--ink); }
.mark { stroke-width: 1.5; }
.mark.vote { fill: var(--vote); stroke: var(--vote); }
.mark.pass { fill: var(--paper); stroke: var(--pass); }
.bar { fill: var(--bar); }
.rest { fill: var(--line); opacity: .5; }
@media (max-width: 30rem) { svg.cell { width: 1.5rem; } td:not(.figure) { min-width: 5.5rem; } th, td { padding: .25rem .4rem; } }
@media print { body { margin: 0; max-width: none; } article { break-inside: avoid; } }
`;
