//! Queries name nothing that the examined database can redefine: each function, operator and type
//! is qualified, for all types of columns and all dialects.

use hash_agg::Key;
use hash_agg::sql::{Column, Dialect, Query, Type};

#[derive(Clone, Debug, PartialEq)]
enum Token {
    /// A word without quotes, in capital letters.
    Word(String),
    /// A name in quotes.
    Quoted(String),
    /// A text in quotes, or a number.
    Literal,
    /// Characters of which operators consist.
    Operator(String),
    /// Any other character.
    Other(char),
}

fn tokens(sql: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = sql.chars().peekable();
    let is_word = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let is_operator = |c: &char| "+-*/<>=~!@#%^&|?:".contains(*c);
    while let Some(first) = rest.next() {
        let mut taken = |is_more: &dyn Fn(&char) -> bool| {
            let mut all = first.to_string();
            while let Some(next) = rest.next_if(is_more) {
                all.push(next);
            }
            all
        };
        tokens.push(match first {
            ' ' => continue,
            '\'' | '"' | '`' => {
                let text = taken(&|c| *c != first);
                rest.next();
                if first == '\'' { Token::Literal } else { Token::Quoted(text[1..].to_string()) }
            }
            c if c.is_ascii_digit() => {
                taken(&|c| is_word(c) || *c == '.');
                Token::Literal
            }
            c if is_word(&c) => Token::Word(taken(&is_word).to_uppercase()),
            c if is_operator(&c) => Token::Operator(taken(&is_operator)),
            other => Token::Other(other),
        });
    }
    tokens
}

/// Words before a parenthesis that are no functions: each database's grammar knows them, and no
/// schema is searched.
const GRAMMAR: [&str; 14] = [
    "SELECT", "AND", "OR", "WHEN", "THEN", "ELSE", "FROM", "WHERE", "AS", "CAST", "TRY_CAST",
    "COALESCE", "EXTRACT", "ANY",
];
/// Types that the grammar of Postgres itself looks up in `pg_catalog`.
const TYPES: [&str; 3] = ["BIGINT", "INTEGER", "NUMERIC"];
/// The operators of DuckDB that are no functions.
const COMPARISONS: [&str; 6] = ["=", "<>", "<", ">", "<=", ">="];

/// The most tokens that are looked at before one.
const BEFORE: usize = 4;

/// Returns what is not qualified in a query.
fn unqualified(dialect: Dialect, sql: &str) -> Vec<String> {
    let mut all = vec![Token::Other(' '); BEFORE];
    all.extend(tokens(sql));
    let tokens = all;
    let word = |i: usize, text: &str| tokens.get(i) == Some(&Token::Word(text.to_string()));
    let other = |i: usize, c: char| tokens.get(i) == Some(&Token::Other(c));
    // Whether the name at i follows the schema of the database itself.
    let is_own = |i: usize| match dialect {
        Dialect::Postgres => word(i - 2, "PG_CATALOG") && other(i - 1, '.'),
        _ => {
            i >= 4
                && word(i - 4, "SYSTEM")
                && other(i - 3, '.')
                && word(i - 2, "MAIN")
                && other(i - 1, '.')
        }
    };
    let is_postgres = dialect == Dialect::Postgres;
    let mut found = Vec::new();
    // Whether each open parenthesis is that of a cast.
    let mut casts = Vec::new();
    for (i, token) in tokens.iter().enumerate().skip(BEFORE) {
        match token {
            Token::Other('(') => casts.push(word(i - 1, "CAST")),
            Token::Other(')') => drop(casts.pop()),
            _ => {}
        }
        let is_wrong = match token {
            Token::Word(name) | Token::Quoted(name) if other(i + 1, '(') => {
                let is_grammar = matches!(token, Token::Word(_))
                    && (GRAMMAR.contains(&name.as_str())
                        || !is_postgres && ["DECIMAL", "IN"].contains(&name.as_str())
                        || is_postgres && name == "OPERATOR");
                !is_grammar && !is_own(i)
            }
            // The type of a cast.
            Token::Word(name) if name == "AS" && is_postgres && casts.last() == Some(&true) => {
                let is_keyword = TYPES.iter().any(|name| word(i + 1, name));
                !(is_keyword || word(i + 1, "PG_CATALOG") && other(i + 2, '.'))
            }
            // Operators that the grammar writes without a name.
            Token::Word(name) if is_postgres => {
                ["IN", "BETWEEN", "LIKE", "ILIKE", "SIMILAR", "DISTINCT", "NULLIF", "OVERLAY", "USING"]
                    .contains(&name.as_str())
                    // CASE with an operand.
                    || name == "CASE" && !word(i + 1, "WHEN")
                    // A type before a literal.
                    || ["DATE", "TIMESTAMP", "TIME", "INTERVAL"].contains(&name.as_str())
                        && tokens.get(i + 1) == Some(&Token::Literal)
            }
            Token::Word(name) => ["LIKE", "ILIKE", "SIMILAR"].contains(&name.as_str()),
            Token::Operator(operator) => {
                // The sign of a number, and the rows that COUNT counts.
                let is_sign = operator == "-"
                    && tokens.get(i + 1) == Some(&Token::Literal)
                    && (other(i - 1, '(') || word(i - 1, "BETWEEN") || word(i - 1, "AND"));
                let is_star = operator == "*" && word(i - 2, "COUNT") && other(i - 1, '(');
                let is_operator = if is_postgres {
                    word(i - 4, "OPERATOR") && other(i - 3, '(') && is_own(i) && other(i + 1, ')')
                } else {
                    COMPARISONS.contains(&operator.as_str())
                };
                !is_sign && !is_star && !is_operator
            }
            // Brackets are a function of DuckDB, but for those of types.
            Token::Other('[') => dialect == Dialect::DuckDb && !other(i + 1, ']'),
            _ => false,
        };
        if is_wrong {
            found.push(format!("{:?}", &tokens[i.saturating_sub(3)..tokens.len().min(i + 3)]));
        }
    }
    found
}

#[test]
fn every_name_is_qualified() {
    let key = Key::from_seed(1);
    let types = [
        Type::Boolean,
        Type::Integer,
        Type::Decimal(0),
        Type::Decimal(2),
        Type::Decimal(18),
        Type::Date,
        Type::Timestamp,
        Type::Text(1),
        Type::Text(300),
        Type::Binary(1),
        Type::Binary(300),
    ];
    let columns: Vec<_> = types.iter().map(|kind| Column::new("c", *kind)).collect();
    for dialect in [Dialect::Postgres, Dialect::DuckDb] {
        for columns in columns.chunks(1).chain([&columns[..]]) {
            let query = Query::new(dialect, &["s", "t"], columns);
            for query in [query.clone(), query.filter("t.a").group_by("t.b")] {
                let found = unqualified(dialect, &query.to_sql(&key).unwrap());
                assert!(found.is_empty(), "{dialect} {columns:?}: {found:#?}");
            }
        }
    }
}

/// The test above sees each kind of name.
#[test]
fn names_that_are_not_qualified_are_found() {
    let found = |dialect, sql: &str| unqualified(dialect, sql).len();
    for sql in [
        "SELECT length(a)",
        "SELECT public.length(a)",
        "SELECT pg_catalog.length(substr(a, 1))",
        "SELECT \"length\"(a)",
        "SELECT (a + 1)",
        "SELECT (a OPERATOR(public.+) 1)",
        "SELECT a IN (1)",
        "SELECT a BETWEEN 1 AND 2",
        "SELECT a LIKE 'x'",
        "SELECT CASE a WHEN 1 THEN 2 END",
        "SELECT a IS DISTINCT FROM 1",
        "SELECT CAST(a AS TEXT)",
        "SELECT CAST('{}' AS REGTYPE[])",
        "SELECT DATE '1970-01-01'",
        "SELECT a::text",
    ] {
        assert_eq!(found(Dialect::Postgres, sql), 1, "{sql}");
    }
    for sql in [
        "SELECT length(a)",
        "SELECT main.length(a)",
        "SELECT a + 1",
        "SELECT -a",
        "SELECT a LIKE 'x'",
        "SELECT a[1]",
        "SELECT \"+\"(a, 1)",
    ] {
        assert_eq!(found(Dialect::DuckDb, sql), 1, "{sql}");
    }
    let qualified = "SELECT pg_catalog.count(*), (a OPERATOR(pg_catalog.>=) (-1)), CAST(a AS BIGINT), \
                     CAST(a AS pg_catalog.TEXT) FROM \"length\" AS t";
    assert_eq!(found(Dialect::Postgres, qualified), 0);
}
