// SPDX-License-Identifier: GPL-2.0-or-later
// Runs statements in DuckDB, one database in memory for all; prints the rows of the last one as JSON, values as text.
// BCNET_DUCKDB: the folder in which npm has installed @duckdb/node-api.
const path = require("path");
const duckdb = require(path.join(process.env.BCNET_DUCKDB, "node_modules", "@duckdb", "node-api"));

const text = (value) => (value === null ? null : String(value));

(async () => {
    const database = await (await duckdb.DuckDBInstance.create(":memory:")).connect();
    let answer = null;
    for (const statement of process.argv.slice(2))
        answer = await database.runAndReadAll(statement);
    console.log(JSON.stringify(answer.getRows().map((row) => row.map(text))));
})().catch((error) => {
    console.error(error.message);
    process.exit(1);
});
