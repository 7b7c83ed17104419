// Builds dist/ out of the sources beside it: `npm ci --ignore-scripts && npm run build`.
// The same lock file gives the same text, so that the committed files can be compared with a new build.

import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

// GraphiQL brings its fonts along inside its style; the page uses those of the system.
const withoutFonts = {
  name: "without fonts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /graphiql[\\/]dist[\\/]style\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(/@font-face\s*\{[^}]*\}/g, ""),
      loader: "css",
    })),
};

const { metafile, outputFiles } = await build({
  entryPoints: ["explorer.jsx"],
  outdir: "dist",
  bundle: true,
  format: "iife",
  target: "es2022",
  jsx: "automatic",
  loader: { ".graphql": "text" },
  define: { "process.env.NODE_ENV": '"production"' },
  alias: { "react-style-singleton": "./no-style.js" },
  plugins: [withoutFonts],
  minify: true,
  legalComments: "none",
  charset: "utf8",
  metafile: true,
  write: false,
});

// The folders of the packages whose files are in the bundle.
const packages = new Set(
  Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([path]) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0])
    .filter(Boolean),
);

const license = async (folder) => {
  const { name, version, license, author } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
  const file = (await readdir(folder)).find((file) => /^licen[cs]e/i.test(file));
  const written = file && (await readFile(`${folder}/${file}`, "utf8"));
  const said = `The package brings no text of its licence: ${license}, by ${author?.name ?? author ?? "its authors"}.`;
  return `${name} ${version} (${license})\n\n${(written ?? said).trim()}\n`;
};

const licenses = await Promise.all([...packages].sort().map(license));
const line = `\n${"-".repeat(80)}\n\n`;
const texts = [
  ...outputFiles.map(({ path, contents }) => [path.split(/[\\/]/).pop(), contents]),
  ["licenses.txt", ["What the GraphQL explorer is made of.\n", ...licenses].join(line)],
];

await mkdir("dist", { recursive: true });
for (const [name, content] of texts) {
  const packed = gzipSync(content, { level: 9 });
  // The system that packed it is nobody's business.
  packed[9] = 255;
  await writeFile(`dist/${name}.gz`, packed);
  console.log(`${name}: ${content.length} bytes, ${packed.length} packed`);
}
