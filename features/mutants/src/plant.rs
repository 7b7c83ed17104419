//! Plants mutants into a source file: each stands beside what it replaces, and asks whether it is its turn.
use proc_macro2::Span;
use quote::ToTokens;
use std::collections::BTreeSet;
use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ExprConst, ExprIf, ExprLet, ExprWhile, File, ImplItemFn,
    ItemConst, ItemFn, ItemImpl, ItemMod, ItemStatic, Meta, ReturnType, Signature, Stmt, TraitItemFn, Type,
    parse_quote,
    spanned::Spanned,
    visit_mut::{self, VisitMut},
};

/// A way in which the core can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Its number, from 1.
    pub number: usize,
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// The function that it stands in.
    pub function: String,
    /// What becomes of what: `a < b` → `a >= b`.
    pub change: String,
}

/// Plants mutants into `file`, numbered on from the last of `mutants`, and lists them there.
pub fn plant(name: &str, file: &mut File, mutants: &mut Vec<Mutant>) {
    Planter { file: name, function: Vec::new(), mutants, compared: BTreeSet::new() }.visit_file_mut(file);
}

struct Planter<'a> {
    file: &'a str,
    function: Vec<String>,
    mutants: &'a mut Vec<Mutant>,
    /// Conditions that have a mutant already, by where they begin.
    compared: BTreeSet<(usize, usize)>,
}

impl Planter<'_> {
    fn mutant(&mut self, at: Span, change: String) -> usize {
        let number = self.mutants.len() + 1;
        let function = self.function.last().cloned().unwrap_or_default();
        let (file, line) = (self.file.to_owned(), at.start().line);
        self.mutants.push(Mutant { number, file, line, function, change });
        number
    }

    fn function(&mut self, signature: &Signature, block: &mut Block) {
        if signature.constness.is_some() {
            return;
        }
        self.function.push(signature.ident.to_string());
        let only = match &block.stmts[..] {
            [Stmt::Expr(only, None)] => shown(only),
            _ => String::new(),
        };
        visit_mut::visit_block_mut(self, block);
        let others = answers(&signature.output).into_iter();
        for instead in others.filter(|instead| shown(instead) != only) {
            let number =
                self.mutant(signature.span(), format!("{} answers {}", signature.ident, shown(&instead)));
            block.stmts.insert(0, parse_quote!(if hosting_kernel::mutants::on(#number) { return #instead; }));
        }
        self.function.pop();
    }

    fn condition(&mut self, condition: &mut Expr) {
        let at = condition.span().start();
        let compared = self.compared.contains(&(at.line, at.column));
        if compared || matches!(condition, Expr::Let(_) | Expr::Lit(_) | Expr::Binary(_) | Expr::Paren(_)) {
            return;
        }
        let number = self.mutant(condition.span(), format!("if {} → if not", shown(condition)));
        let old = condition.clone();
        *condition = parse_quote!((if hosting_kernel::mutants::on(#number) { !(#old) } else { #old }));
    }
}

impl VisitMut for Planter<'_> {
    fn visit_item_mod_mut(&mut self, module: &mut ItemMod) {
        if !for_tests(&module.attrs) {
            visit_mut::visit_item_mod_mut(self, module);
        }
    }

    fn visit_item_fn_mut(&mut self, item: &mut ItemFn) {
        if !for_tests(&item.attrs) {
            self.function(&item.sig, &mut item.block);
        }
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut ImplItemFn) {
        if !for_tests(&item.attrs) {
            self.function(&item.sig, &mut item.block);
        }
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut TraitItemFn) {
        if let Some(block) = &mut item.default {
            self.function(&item.sig, block);
        }
    }

    fn visit_item_impl_mut(&mut self, item: &mut ItemImpl) {
        // What the schema of a type says stands in the contracts, which are compared by themselves.
        let of_schema = item
            .trait_
            .as_ref()
            .is_some_and(|(_, name, _)| name.segments.last().is_some_and(|last| last.ident == "JsonSchema"));
        if !of_schema {
            visit_mut::visit_item_impl_mut(self, item);
        }
    }

    // What is worked out while compiling cannot ask whose turn it is.
    fn visit_item_const_mut(&mut self, _: &mut ItemConst) {}
    fn visit_item_static_mut(&mut self, _: &mut ItemStatic) {}
    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}
    fn visit_expr_const_mut(&mut self, _: &mut ExprConst) {}
    fn visit_expr_repeat_mut(&mut self, _: &mut syn::ExprRepeat) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}

    fn visit_expr_if_mut(&mut self, item: &mut ExprIf) {
        if item.else_branch.is_none() && only_logs(&item.then_branch) {
            return;
        }
        visit_mut::visit_expr_if_mut(self, item);
        self.condition(&mut item.cond);
    }

    fn visit_expr_while_mut(&mut self, item: &mut ExprWhile) {
        // A loop that never ends shows nothing: only what is inside is changed.
        self.visit_block_mut(&mut item.body);
    }

    fn visit_expr_mut(&mut self, item: &mut Expr) {
        let before = item.clone();
        visit_mut::visit_expr_mut(self, item);
        let (Expr::Binary(was), Expr::Binary(now)) = (&before, &*item) else { return };
        let Some(other) = opposite(&was.op) else { return };
        if holds_let(was) {
            return;
        }
        let at = was.span().start();
        self.compared.insert((at.line, at.column));
        let changed = ExprBinary { op: other, ..was.clone() };
        let number = self.mutant(was.span(), format!("{} → {}", shown(was), shown(&changed)));
        let other = ExprBinary { op: other, ..now.clone() };
        *item = parse_quote!((if hosting_kernel::mutants::on(#number) { #other } else { #now }));
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        for stmt in &mut block.stmts {
            let whole = shown(&*stmt);
            self.visit_stmt_mut(stmt);
            if let Stmt::Expr(does, Some(_)) = stmt
                && is_done(does)
            {
                let number = self.mutant(does.span(), format!("{whole} is left out"));
                *stmt = parse_quote!(if !hosting_kernel::mutants::on(#number) { #does; });
            }
        }
    }
}

/// Whether all that is done is said to the log alone.
fn only_logs(block: &Block) -> bool {
    let logs = |stmt: &Stmt| match stmt {
        Stmt::Macro(said) => said.mac.path.segments.first().is_some_and(|first| first.ident == "tracing"),
        _ => false,
    };
    !block.stmts.is_empty() && block.stmts.iter().all(logs)
}

/// Whether it is there for tests alone.
fn for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| match &one.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        meta => meta.path().is_ident("test"),
    })
}

/// What a function could answer at once, without looking at anything.
fn answers(output: &ReturnType) -> Vec<Expr> {
    let ReturnType::Type(_, output) = output else { return Vec::new() };
    let output: String = shown(output).split_whitespace().collect();
    match output.as_str() {
        "bool" => vec![parse_quote!(true), parse_quote!(false)],
        "Result<()>" | "Result<(),Failure>" => vec![parse_quote!(Ok(()))],
        output if output.starts_with("Option<") => vec![parse_quote!(None)],
        output if output.starts_with("Result<Option<") => vec![parse_quote!(Ok(None))],
        output if output.starts_with("Vec<") => vec![parse_quote!(Vec::new())],
        output if output.starts_with("Result<Vec<") => vec![parse_quote!(Ok(Vec::new()))],
        _ => Vec::new(),
    }
}

/// What makes a comparison wrong.
fn opposite(op: &BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::Eq(_) => parse_quote!(!=),
        BinOp::Ne(_) => parse_quote!(==),
        BinOp::Lt(_) => parse_quote!(<=),
        BinOp::Le(_) => parse_quote!(<),
        BinOp::Gt(_) => parse_quote!(>=),
        BinOp::Ge(_) => parse_quote!(>),
        BinOp::And(_) => parse_quote!(||),
        BinOp::Or(_) => parse_quote!(&&),
        _ => return None,
    })
}

/// Whether a condition binds names, and can stand nowhere else than behind its `if`.
fn holds_let(binary: &ExprBinary) -> bool {
    struct Finder(bool);
    impl VisitMut for Finder {
        fn visit_expr_let_mut(&mut self, _: &mut ExprLet) {
            self.0 = true;
        }
        fn visit_block_mut(&mut self, _: &mut Block) {}
    }
    let mut finder = Finder(false);
    finder.visit_expr_binary_mut(&mut binary.clone());
    finder.0
}

/// Whether a statement does something that may be left out: a call, whatever is made of its answer.
fn is_done(does: &Expr) -> bool {
    match does {
        Expr::Call(_) | Expr::MethodCall(_) => true,
        Expr::Await(inner) => is_done(&inner.base),
        Expr::Try(inner) => is_done(&inner.expr),
        _ => false,
    }
}

/// In one line, and not too long.
fn shown(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    let mut short: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (wide, narrow) in [
        (" . ", "."),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" ;", ""),
        (" ,", ","),
        (" ?", "?"),
        (" :: ", "::"),
        ("& ", "&"),
    ] {
        short = short.replace(wide, narrow);
    }
    if short.chars().count() > 120 { short.chars().take(119).chain(['…']).collect() } else { short }
}

#[cfg(test)]
mod tests {
    use super::{Mutant, plant};

    fn planted(source: &str) -> (String, Vec<String>) {
        let (mut file, mut mutants) = (syn::parse_str(source).unwrap(), Vec::new());
        plant("one.rs", &mut file, &mut mutants);
        let told = |mutant: &Mutant| format!("{}:{} {}", mutant.number, mutant.line, mutant.change);
        (super::shown(&file), mutants.iter().map(told).collect())
    }

    #[test]
    fn comparisons_are_turned() {
        let (source, mutants) = planted("fn f(a: u8) -> u8 {\n    if a < 3 { 1 } else { 2 }\n}");
        assert_eq!(mutants, ["1:2 a < 3 → a <= 3"]);
        assert!(
            source.contains("if(if hosting_kernel::mutants::on(1usize) { a <= 3 } else { a < 3 })"),
            "{source}"
        );
    }

    #[test]
    fn conditions_and_calls_and_answers_are_too() {
        let (_, mutants) =
            planted("fn f(a: A) -> Result<()> {\n    if a.is_locked() { g()?; }\n    Ok(())\n}");
        assert_eq!(
            mutants,
            ["1:2 g()? is left out", "2:2 if a.is_locked() → if not", "3:1 f answers Ok(())"]
        );
    }

    #[test]
    fn what_binds_names_or_is_constant_or_tests_is_left_alone() {
        for source in [
            "const A: bool = 1 < 2;",
            "const fn f(a: u8) -> bool { a < 2 }",
            "#[cfg(test)] mod tests { fn f(a: u8) -> bool { a < 2 } }",
            "fn f(a: Option<u8>) { if let Some(_) = a { } }",
            "fn f() -> Result<()> { Ok(()) }",
            "fn f(a: u8) { if a < 2 { tracing::warn!(a); } }",
            "impl JsonSchema for A { fn inline_schema() -> bool { true } }",
        ] {
            assert!(planted(source).1.is_empty(), "{source}: {:?}", planted(source).1);
        }
        let (_, mutants) = planted("fn f(a: Option<u8>) { if let Some(b) = a && b < 2 { } }");
        assert_eq!(mutants, ["1:1 b < 2 → b <= 2"]);
    }
}
