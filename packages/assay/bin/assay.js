#!/usr/bin/env node
// npm links this file while it installs, when dist/ is not built yet.
import '../dist/assay.js';
