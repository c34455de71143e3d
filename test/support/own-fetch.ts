// The first loader names the dispatcher of the process: Node's own fetch, or the package undici of another version, whose rules for
// headers Node's fetch then has to obey. An empty fetch gives the name to Node, before a test loads the package.
await fetch('data:,');
