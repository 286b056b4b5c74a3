//! Parses rule files.

use crate::program::RuleProblem;
use crate::syntax::{Aggregate, Atom, Comparison, Expression, Function, Literal, Operator, Rule, Term};
use crate::token::{Placed, Token, tokens};

/// The rules of one file; `number` is its index among the files of a program.
pub(crate) fn rules(file: &str, number: usize, text: &str) -> Result<Vec<Rule>, RuleProblem> {
    let tokens = tokens(file, text)?;
    let mut parser = Parser { file, number, tokens, at: 0, variables: Vec::new() };
    let mut rules = Vec::new();
    while parser.at < parser.tokens.len() {
        rules.push(parser.rule()?);
    }
    Ok(rules)
}

struct Parser<'t> {
    file: &'t str,
    number: usize,
    tokens: Vec<Placed>,
    at: usize,
    /// The variables of the rule that is being read.
    variables: Vec<String>,
}

impl Parser<'_> {
    fn rule(&mut self) -> Result<Rule, RuleProblem> {
        self.variables.clear();
        let line = self.line();
        let head = self.atom()?;
        let body = if self.accept("⇐") { self.list(Parser::literal)? } else { Vec::new() };
        self.expect(".")?;
        let variables = std::mem::take(&mut self.variables);
        let place = format!("{}:{line}", self.file).into();
        Ok(Rule { head, body, variables, file: self.number, line, place })
    }

    /// One or more items with commas between them.
    fn list<T>(&mut self, item: fn(&mut Self) -> Result<T, RuleProblem>) -> Result<Vec<T>, RuleProblem> {
        let mut items = vec![item(self)?];
        while self.accept(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn literal(&mut self) -> Result<Literal, RuleProblem> {
        if self.accept("¬") {
            return Ok(Literal::Absent(self.atom()?));
        }
        if matches!(self.peek(0), Some(Token::Name(_))) && self.peek(1) == Some(&Token::Sign("(")) {
            return Ok(Literal::Holds(self.atom()?));
        }
        let left = self.expression()?;
        let comparison = self.comparison()?;
        let Some((_, function)) = Function::SIGNS.into_iter().find(|(sign, _)| self.accept(sign)) else {
            return Ok(Literal::Compare(left, comparison, self.expression()?));
        };
        let Expression::Term(Term::Variable(target)) = left else {
            return Err(self.problem("an aggregate is compared with a variable"));
        };
        if comparison != Comparison::Equal {
            return Err(self.problem("an aggregate is put into a variable with ="));
        }
        self.expect("{")?;
        let terms = self.list(Parser::term)?;
        self.expect(":")?;
        let body = self.list(Parser::literal)?;
        self.expect("}")?;
        Ok(Literal::Aggregate(Aggregate { target, function, terms, body }))
    }

    fn atom(&mut self) -> Result<Atom, RuleProblem> {
        let Some(Token::Name(predicate)) = self.peek(0).cloned() else {
            return Err(self.problem("a predicate is expected: a word in lower case"));
        };
        self.at += 1;
        self.expect("(")?;
        let terms = self.list(Parser::term)?;
        self.expect(")")?;
        Ok(Atom { predicate, terms })
    }

    fn term(&mut self) -> Result<Term, RuleProblem> {
        let minus = self.accept("-");
        let term = match self.peek(0).cloned() {
            Some(Token::Number(number)) => Term::Number(if minus { -number } else { number }),
            Some(Token::Variable(name)) if !minus => {
                if name == "_" {
                    Term::Anything
                } else {
                    Term::Variable(self.variable(name))
                }
            }
            Some(Token::Name(name) | Token::Text(name)) if !minus => Term::Symbol(name),
            _ => return Err(self.problem("a variable, a number, a word or a text in quotes is expected")),
        };
        self.at += 1;
        Ok(term)
    }

    fn variable(&mut self, name: String) -> usize {
        self.variables.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.variables.push(name);
            self.variables.len() - 1
        })
    }

    fn expression(&mut self) -> Result<Expression, RuleProblem> {
        self.operations([("+", Operator::Plus), ("-", Operator::Minus)], |parser| {
            parser.operations([("*", Operator::Times), ("/", Operator::Divided)], Parser::factor)
        })
    }

    /// Operands with operators of one precedence between them.
    fn operations(
        &mut self,
        operators: [(&'static str, Operator); 2],
        operand: impl Fn(&mut Self) -> Result<Expression, RuleProblem>,
    ) -> Result<Expression, RuleProblem> {
        let mut left = operand(self)?;
        while let Some((_, operator)) = operators.iter().find(|(sign, _)| self.accept(sign)) {
            left = Expression::Operation(Box::new(left), *operator, Box::new(operand(self)?));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Expression, RuleProblem> {
        if self.accept("|") {
            // Bars within bars are not allowed: a closing one could not be told from an opening one.
            let inner = self.expression()?;
            self.expect("|")?;
            return Ok(Expression::Absolute(Box::new(inner)));
        }
        if self.accept("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(inner);
        }
        Ok(Expression::Term(self.term()?))
    }

    fn comparison(&mut self) -> Result<Comparison, RuleProblem> {
        let comparison = Comparison::SIGNS.into_iter().find(|(sign, _)| self.accept(sign));
        comparison.map(|(_, comparison)| comparison).ok_or_else(|| self.problem("a comparison is expected"))
    }

    fn peek(&self, ahead: usize) -> Option<&Token> {
        self.tokens.get(self.at + ahead).map(|placed| &placed.token)
    }

    fn accept(&mut self, sign: &'static str) -> bool {
        let there = self.peek(0) == Some(&Token::Sign(sign));
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), RuleProblem> {
        if self.accept(sign) { Ok(()) } else { Err(self.problem(&format!("{sign} is expected"))) }
    }

    fn line(&self) -> usize {
        let placed = self.tokens.get(self.at).or(self.tokens.last());
        placed.map_or(1, |placed| placed.line)
    }

    fn problem(&self, message: &str) -> RuleProblem {
        RuleProblem::new(self.file, self.line(), message.to_owned())
    }
}
