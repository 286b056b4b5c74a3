// Texts that try to run a script where they are shown. Each calls `__ran` if it succeeds; all are our own.
const call = '__ran(1)';
const markup = [
  `<script>${call}</script>`, `<script src="data:text/javascript,${call}"></script>`, `<script type=module>${call}</script>`, `</script><script>${call}</script>`,
  `<img src=x onerror=${call}>`, `<img src=x onerror="${call}"//`, `<img/src=x/onerror=${call}>`, `<svg onload=${call}>`, `<svg><script>${call}</script></svg>`, `<svg><script href="data:,${call}"/></svg>`,
  `<svg><animate onbegin=${call} attributeName=x dur=1s>`, `<svg><set onbegin=${call} attributeName=x>`, `<svg><a xlink:href="javascript:${call}"><text y=20>x</text></a></svg>`, `<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'><script>${call}</script></svg>#x"/></svg>`,
  `<math><mtext><img src=x onerror=${call}></mtext></math>`, `<math href="javascript:${call}">x</math>`, `<math><mi//xlink:href="javascript:${call}">x`, `<body onload=${call}>`, `<body onpageshow=${call}>`, `<body onhashchange=${call}><a href=#x>x</a>`,
  `<iframe src="javascript:${call}"></iframe>`, `<iframe srcdoc="<script>parent.${call}</script>"></iframe>`, `<object data="javascript:${call}"></object>`, `<embed src="javascript:${call}">`, `<frameset onload=${call}><frame src="javascript:${call}">`,
  `<a href="javascript:${call}" id=go>x</a>`, `<a href=" jav&#x09;ascript:${call}">x</a>`, `<a href="java\nscript:${call}">x</a>`, `<a href="data:text/html,<script>${call}</script>">x</a>`, `<area href="javascript:${call}" shape=default>`,
  `<form action="javascript:${call}"><button autofocus onfocus=${call}>x</button></form>`, `<button formaction="javascript:${call}">x</button>`, `<input autofocus onfocus=${call}>`, `<select autofocus onfocus=${call}></select>`, `<textarea autofocus onfocus=${call}>x</textarea>`,
  `<details open ontoggle=${call}>x</details>`, `<marquee onstart=${call}>x</marquee>`, `<video src=x onerror=${call}></video>`, `<video><source onerror=${call}></video>`, `<audio src=x onerror=${call}></audio>`,
  `<meta http-equiv=refresh content="0;url=javascript:${call}">`, `<meta http-equiv=refresh content="0;url=data:text/html,<script>${call}</script>">`, `<base href="javascript:${call}//">`, `<link rel=stylesheet href="javascript:${call}">`, `<link rel=import href="data:text/html,<script>${call}</script>">`,
  `<style>@import 'javascript:${call}';</style>`, `<div style="background:url(javascript:${call})">x</div>`, `<div style="width:expression(${call})">x</div>`, `<style></style><img src=x onerror=${call}></style>`, `<style><img src="</style><img src=x onerror=${call}>">`,
  `<noscript><p title="</noscript><img src=x onerror=${call}>">`, `<template><script>${call}</script></template>`, `<title><img title="</title><img src=x onerror=${call}>"></title>`, `<textarea></textarea><img src=x onerror=${call}></textarea>`, `<xmp><img src=x onerror=${call}></xmp><img src=x onerror=${call}>`,
  `<!--><img src=x onerror=${call}>-->`, `<!--[if gte IE 4]><script>${call}</script><![endif]-->`, `<![CDATA[<script>${call}</script>]]>`, `<?xml version="1.0"?><script>${call}</script>`, `<table background="javascript:${call}"><td>x`,
  `<p onmouseover=${call} onmousemove=${call} onclick=${call} style="position:fixed;inset:0">x</p>`, `<p/onmouseover=${call}>x`, `<x onfocusin=${call} tabindex=1 autofocus>x</x>`, `<img name=body><img name=documentElement><img id=addEventListener name=addEventListener>`, `<form name=documentElement><input name=firstChild></form>`,
  `"><script>${call}</script>`, `'><script>${call}</script>`, `" onmouseover="${call}`, `' onfocus='${call}' autofocus='`, `\${${call}}`, `{{constructor.constructor('${call}')()}}`, `javascript:${call}`, `\u2028${call}\u2029`, `</title><script>${call}</script>`, `--><script>${call}</script>`,
];

/** Surroundings in which a parser reads the same text in another way. */
const surroundings = [
  (text) => text,
  (text) => text.replace(/<(\/?)([a-z]+)/g, (_, slash, name) => `<${slash}${name.toUpperCase()}`).replaceAll('__RAN', '__ran'),
  (text) => `<svg><foreignObject>${text}</foreignObject></svg>`,
  (text) => `<math><annotation-xml encoding="text/html">${text}</annotation-xml></math>`,
  (text) => `</style></title></textarea></script></noscript></template>${text}`,
];

/** All of them in all surroundings; the same always. */
export const payloads = surroundings.flatMap((around) => markup.map(around));
