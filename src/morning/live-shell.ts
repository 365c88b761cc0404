import { names } from './exchange.ts'

/** The live page before its script has run. */
export const liveShell = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Morning</title>
<link rel="stylesheet" href="${names.style}">
<script type="module" src="${names.script}"></script>
</head>
<body>
<noscript><p>This page needs JavaScript. npx opencode-diverter report says the same in a terminal, report --html in a file.</p></noscript>
<div id="page"></div>
</body>
</html>
`
