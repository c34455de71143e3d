// Whoever loads first names the dispatcher of the process: Node's own fetch, or the package undici of another version, whose
// rules for headers Node's fetch then has to obey. A fetch of nothing gives the name to Node, whatever a test loads after it.
await fetch('data:,');
